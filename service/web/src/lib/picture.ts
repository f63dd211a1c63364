/** The standing of a game as a picture to pass on: names, totals, the course of the game. */

import { courses } from './entries';
import { dateText, signed, t } from './i18n/index.svelte';
import type { Entry, Game } from './api/types';

const INKS = ['#7fe0b6', '#ff9d8f', '#9fc0ff', '#f0c869'];

export async function summaryPicture(title: string, game: Game, entries: readonly Entry[]): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1080, height: 1080 });
  const paper = canvas.getContext('2d');
  if (!paper) throw new Error('this browser draws no pictures');
  const font = (size: number, weight = 600): string => `${weight} ${size}px system-ui, 'PingFang SC', 'Noto Sans CJK SC', sans-serif`;
  paper.fillStyle = '#0f3a30';
  paper.fillRect(0, 0, 1080, 1080);
  paper.strokeStyle = '#2c6a55';
  paper.lineWidth = 4;
  paper.strokeRect(36, 36, 1008, 1008);
  paper.fillStyle = '#f4efe0';
  paper.font = font(56, 800);
  paper.fillText(title, 84, 140, 900);
  paper.font = font(32);
  paper.fillStyle = '#b9d3c5';
  paper.fillText(`${t('home.hands', { n: game.hands })} · ${dateText(new Date())}`, 84, 192);
  const lines = courses(entries, game);
  const order = [...game.totals].sort((one, other) => other.balance - one.balance);
  order.forEach((player, place) => {
    const y = 290 + place * 92;
    paper.font = font(44, 700);
    paper.fillStyle = INKS[lines.findIndex((line) => line.player === player.player) % INKS.length] ?? '#fff';
    paper.fillText(`${place + 1}  ${player.name}`, 84, y, 560);
    paper.textAlign = 'right';
    paper.fillStyle = player.balance < 0 ? '#ff9d8f' : '#f4efe0';
    paper.font = font(56, 800);
    const money = game.unit_price ? `  ${signed(player.balance * game.unit_price)} ${game.currency ?? ''}` : '';
    paper.fillText(signed(player.balance) + money, 996, y, 460);
    paper.textAlign = 'left';
  });
  const flat = lines.flatMap((line) => line.points);
  const length = lines[0]?.points.length ?? 0;
  const [most, least] = [Math.max(1, ...flat), Math.min(-1, ...flat)];
  const top = Math.max(700, 330 + order.length * 92);
  const x = (place: number): number => 84 + (912 * place) / Math.max(1, length - 1);
  const y = (value: number): number => top + ((1000 - top) * (most - value)) / (most - least);
  lines.forEach((line, at) => {
    paper.beginPath();
    line.points.forEach((value, place) => paper.lineTo(x(place), y(value)));
    paper.strokeStyle = INKS[at % INKS.length] ?? '#fff';
    paper.lineWidth = 6;
    paper.lineJoin = 'round';
    paper.stroke();
  });
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('this browser draws no pictures');
  return blob;
}
