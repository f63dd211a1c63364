/** Pictures on their way to the service: made upright and small here, so that little travels and no metadata leaves. */

import { call } from './api/client';
import type { Reading } from './api/types';

const LONGEST = 2400;
const QUALITY = 0.88;

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
