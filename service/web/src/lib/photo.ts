/** Pictures on their way to the service: made upright and small here, so that little travels and no metadata leaves. */

import { call } from './api/client';
import type { Reading } from './api/types';

const LONGEST = 2400;
const QUALITY = 0.88;

/** A picture taken on one screen for another to read. */
export const handed: { picture: Blob | null } = { picture: null };

export interface Shot { blob: Blob; shown: boolean }

/** The picture upright, at most `LONGEST` pixels long, as JPEG; as it is where this browser cannot open it (HEIC). */
export async function shrunk(source: Blob): Promise<Shot> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(source, { imageOrientation: 'from-image' });
  } catch {
    return { blob: source, shown: false };
  }
  try {
    const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const paper = canvas.getContext('2d');
    if (!paper) return { blob: source, shown: true };
    paper.imageSmoothingQuality = 'high';
    paper.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
    return blob ? { blob, shown: true } : { blob: source, shown: true };
  } finally {
    bitmap.close();
  }
}

/** What the live view shows, at its full size. */
export async function grabbed(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.95));
  if (!blob) throw new Error('the camera gave no picture');
  return blob;
}

export async function read(photo: Blob, ruleset: string | null, wild: string | null): Promise<Reading> {
  const form = new FormData();
  form.append('photo', photo, 'hand.jpg');
  if (ruleset) form.append('ruleset', ruleset);
  if (wild) form.append('wild', wild);
  return call<Reading>('/v1/readings', { form, timeout: 60_000 });
}

/** Whether this page may show the camera's live view: only over https, or on the same machine. */
export const canLive = (): boolean => Boolean(navigator.mediaDevices?.getUserMedia);

const GROUND = 960;
const ON_GROUND = 288;
/** What of a live view's shorter side the frame for one tile takes. */
export const FRAME = 0.62;
const SURE = 0.8;

export type Guess = readonly [face: string, probability: number];

/** The picture, or the middle of it, small on even ground: the reader knows tiles as a small part of what it sees. */
async function onGround(source: Blob, part: number | null): Promise<Blob> {
  const bitmap = await createImageBitmap(source, { imageOrientation: 'from-image' });
  try {
    const side = part === null ? Math.max(bitmap.width, bitmap.height) : Math.min(bitmap.width, bitmap.height) * part;
    const [w, h] = part === null ? [bitmap.width, bitmap.height] : [side, side];
    const canvas = Object.assign(document.createElement('canvas'), { width: GROUND, height: GROUND });
    const paper = canvas.getContext('2d');
    if (!paper) return source;
    paper.imageSmoothingQuality = 'high';
    const cut = [(bitmap.width - w) / 2, (bitmap.height - h) / 2, w, h] as const;
    paper.drawImage(bitmap, ...cut, 0, 0, 1, 1);
    const [red, green, blue] = paper.getImageData(0, 0, 1, 1).data;
    paper.fillStyle = `rgb(${red} ${green} ${blue})`;
    paper.fillRect(0, 0, GROUND, GROUND);
    const scale = ON_GROUND / side;
    paper.drawImage(bitmap, ...cut, (GROUND - w * scale) / 2, (GROUND - h * scale) / 2, w * scale, h * scale);
    return (await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.92))) ?? source;
  } finally {
    bitmap.close();
  }
}

/** The likeliest faces of the tile in the middle of a reading. */
function inTheMiddle(reading: Reading): Guess[] {
  const { width, height } = reading.image;
  const away = (box: number[] | null): number => (box ? Math.hypot((box[0]! + box[2]! - width) / 2, (box[1]! + box[3]! - height) / 2) : width);
  const [tile] = reading.tiles.filter((entry) => entry.face !== '?').sort((one, other) => away(one.box) - away(other.box));
  if (tile) return tile.candidates.filter(([face]) => face !== '?').slice(0, 3);
  const [other] = reading.background.filter((entry) => entry.face !== '?').sort((one, two) => away(one.box) - away(two.box));
  return other ? [[other.face, 0.5]] : [];
}

/**
 * The likeliest faces of the one tile in a picture, best first; none where no tile is seen. `part` is what of a live
 * view's shorter side was framed; null where the whole picture counts, in which the tile may be near or far.
 */
export async function readTile(source: Blob, part: number | null): Promise<Guess[]> {
  let near: Guess[] = [];
  try {
    near = inTheMiddle(await read(await onGround(source, part), null, null));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  if (part !== null || (near[0]?.[1] ?? 0) >= SURE) return near;
  const far = inTheMiddle(await read((await shrunk(source)).blob, null, null));
  return (far[0]?.[1] ?? 0) > (near[0]?.[1] ?? 0) ? far : near;
}
