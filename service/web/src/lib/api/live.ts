/** A table's live events, read from a stream so that the token goes in a header; goes on where it was when it breaks. */

export interface LiveEvent { event: string; id: string; data: string }

export function watch(
  path: string,
  token: string,
  tell: { event: (event: LiveEvent) => void; state: (live: boolean) => void },
): () => void {
  const ending = new AbortController();
  let last = '';
  void run();
  return () => ending.abort();

  async function run(): Promise<void> {
    for (let wait = 500; !ending.signal.aborted; wait = Math.min(wait * 2, 8000)) {
      try {
        const headers: Record<string, string> = { 'X-Table-Token': token, Accept: 'text/event-stream' };
        if (last) headers['Last-Event-ID'] = last;
        const response = await fetch(path, { headers, signal: ending.signal, cache: 'no-store', credentials: 'same-origin' });
        if (response.status === 401 || response.status === 404) {
          tell.event({ event: 'revoked', id: '', data: '' });
          return;
        }
        if (response.ok && response.body) {
          tell.state(true);
          wait = 500;
          await read(response.body);
        }
      } catch {
        /* Broken or ended: tried again below. */
      }
      if (ending.signal.aborted) return;
      tell.state(false);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  async function read(body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop() ?? '';
      for (const block of blocks) take(block);
    }
  }

  function take(block: string): void {
    const found: LiveEvent = { event: 'message', id: '', data: '' };
    for (const line of block.split(/\r?\n/)) {
      const colon = line.indexOf(':');
      if (colon < 1) continue;
      const [name, value] = [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
      if (name === 'event') found.event = value;
      else if (name === 'id') found.id = value;
      else if (name === 'data') found.data += (found.data ? '\n' : '') + value;
    }
    if (!found.data && found.event === 'message') return;
    if (found.id) last = found.id;
    tell.event(found);
  }
}
