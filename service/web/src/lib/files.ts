/** Files made here, on their way to the player: shared where the phone can, kept where it cannot. */

export function keep(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Offer a file to the phone's other apps; where pages may not, it is saved. */
export async function handOn(blob: Blob, name: string): Promise<void> {
  const file = new File([blob], name, { type: blob.type });
  if (!navigator.canShare?.({ files: [file] })) return keep(blob, name);
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) keep(blob, name);
  }
}
