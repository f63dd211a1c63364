/** One hand's score as a picture to pass on: the tiles, what counts, and who pays whom, in the player's language. */

import type { Scored } from './api/types';
import { arrowsOf, SEATS_AT } from './arrows';
import { alsoNamed, dateText, named, signed, t } from './i18n/index.svelte';
import { moneyText } from './i18n/money';
import { faceArt } from './tiles/faces';
import { parseTiles } from './tiles/notation';

const [WIDE, EDGE, TILE] = [1080, 72, 52];
const TALL = Math.round(TILE * 1.36);

export interface ShownHand { score: Scored; names: readonly string[]; winner: number; winTile: string | null; aside: readonly string[]; title: string }

const font = (size: number, weight = 600): string => `${weight} ${size}px system-ui, 'PingFang SC', 'Noto Sans CJK SC', sans-serif`;

async function drawn(face: string): Promise<HTMLImageElement> {
  const art = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 96" width="216" height="288">${faceArt(face)}</svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml;utf8,${encodeURIComponent(art)}`;
  await image.decode();
  return image;
}

/** The tiles in lines of sets: where each stands, the winning set marked. */
function placed(hand: ShownHand): { sets: { x: number; y: number; faces: string[]; won: boolean }[]; height: number } {
  const { score, aside } = hand;
  const read = score.reading;
  const rows: { faces: string[]; won: boolean }[] = (read?.sets ?? []).map((set, at) => ({
    faces: set.type === 'concealed kong' ? parseTiles(set.tiles).map((face, place) => (place === 0 || place === 3 ? '?' : face)) : parseTiles(set.tiles),
    won: read?.won === at,
  }));
  if (read?.pair) rows.push({ faces: parseTiles(read.pair), won: read.won === -1 });
  if (aside.length) rows.push({ faces: [...aside], won: false });
  let [x, y] = [EDGE, 0];
  const sets = rows.map((row) => {
    const wide = row.faces.length * (TILE + 2);
    if (x + wide > WIDE - EDGE && x > EDGE) [x, y] = [EDGE, y + TALL + 26];
    const at = { ...row, x, y };
    x += wide + 22;
    return at;
  });
  return { sets, height: sets.length ? y + TALL + 26 : 0 };
}

export async function handPicture(hand: ShownHand): Promise<Blob> {
  const { score, names, winner } = hand;
  const tiles = placed(hand);
  const faces = new Map(await Promise.all([...new Set(tiles.sets.flatMap((set) => set.faces))].filter((face) => face !== '?').map(async (face) => [face, await drawn(face)] as const)));
  const items = score.items;
  const top = 400;
  const listAt = top + tiles.height + 40;
  const payAt = listAt + items.length * 54 + 10;
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDE, height: payAt + 740 });
  const paper = canvas.getContext('2d');
  if (!paper) throw new Error('this browser draws no pictures');

  const text = (said: string, x: number, y: number, size: number, colour: string, weight = 600, align: CanvasTextAlign = 'left', most = WIDE - 2 * EDGE): void => {
    paper.font = font(size, weight);
    paper.textAlign = align;
    paper.fillStyle = colour;
    paper.fillText(said, x, y, most);
  };
  const box = (x: number, y: number, w: number, h: number, r: number, colour: string): void => {
    paper.beginPath();
    paper.roundRect(x, y, w, h, r);
    paper.fillStyle = colour;
    paper.fill();
  };
  box(0, 0, WIDE, canvas.height, 0, '#0f3a30');
  text(t('score.wins', { name: names[winner] ?? '' }), EDGE, 120, 60, '#f4efe0', 800);
  text(`${hand.title} · ${dateText(new Date())}`, EDGE, 170, 30, '#b9d3c5');
  text(`${score.total}`, EDGE, 312, 130, '#f0c869', 800);
  const wide = paper.measureText(`${score.total}`).width;
  box(EDGE + wide + 24, 236, 92, 76, 16, '#b3261e');
  text(score.unit, EDGE + wide + 70, 292, 50, '#fff', 800, 'center', 84);
  if (score.formula) text(moneyText(score.formula, names, score.items), EDGE, 366, 28, '#b9d3c5');

  for (const set of tiles.sets) {
    set.faces.forEach((face, place) => {
      const [x, y] = [set.x + place * (TILE + 2), top + set.y];
      box(x, y + 4, TILE, TALL, 8, face === '?' ? '#efe5cb' : '#1e7a57');
      box(x, y, TILE, TALL, 8, face === '?' ? '#1c7d59' : '#fbf5e4');
      const art = faces.get(face);
      if (art) paper.drawImage(art, x + 4, y + 4, TILE - 8, TALL - 10);
    });
    if (set.won) box(set.x, top + set.y + TALL + 9, set.faces.length * (TILE + 2) - 2, 5, 2, '#f0c869');
  }
  items.forEach((item, at) => {
    const y = listAt + at * 54;
    const worth = item.factor != null ? `×${item.factor}` : item.value == null ? '' : String(item.value * item.count);
    text(`${named(item)}${item.count > 1 ? ` × ${item.count}` : ''}`, EDGE, y + 34, 36, '#f4efe0', 700, 'left', 560);
    text(alsoNamed(item), WIDE - EDGE - 90, y + 34, 26, '#b9d3c5', 500, 'right', 280);
    text(worth, WIDE - EDGE, y + 34, 38, '#f0c869', 800, 'right', 80);
  });

  const [left, scale] = [(WIDE - 340 * 2.6) / 2, 2.6];
  const at = (x: number, y: number): [number, number] => [left + x * scale, payAt + 30 + y * scale];
  for (const arrow of arrowsOf(score.payments)) {
    const [[sx, sy], [ex, ey]] = [at(arrow.sx, arrow.sy), at(arrow.ex, arrow.ey)];
    const turn = Math.atan2(ey - sy, ex - sx);
    paper.strokeStyle = paper.fillStyle = '#f0c869';
    paper.lineWidth = 8;
    paper.lineCap = 'round';
    paper.beginPath();
    paper.moveTo(sx, sy);
    paper.lineTo(ex - 16 * Math.cos(turn), ey - 16 * Math.sin(turn));
    paper.stroke();
    paper.beginPath();
    for (const [away, side] of [[0, 0], [34, 0.5], [34, -0.5]] as const) paper.lineTo(ex - away * Math.cos(turn + side), ey - away * Math.sin(turn + side));
    paper.fill();
    const [lx, ly] = at(arrow.lx, arrow.ly);
    const size = 44 + String(arrow.amount).length * 20;
    box(lx - size / 2, ly - 28, size, 56, 28, '#f0c869');
    text(String(arrow.amount), lx, ly + 13, 36, '#2b2205', 800, 'center');
  }
  SEATS_AT.forEach(([x, y], seat) => {
    const [cx, cy] = at(x, y);
    const amount = score.payouts[seat] ?? 0;
    if (seat === winner) box(cx - 128, cy - 76, 256, 152, 42, '#f0c869');
    box(cx - 120, cy - 68, 240, 136, 36, '#f6f0df');
    text(names[seat] ?? '', cx, cy - 14, 34, '#3a4139', 700, 'center', 216);
    text(signed(amount), cx, cy + 44, 50, amount < 0 ? '#a8231b' : amount > 0 ? '#0b6a4c' : '#3a4139', 800, 'center', 216);
  });
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('this browser draws no pictures');
  return blob;
}
