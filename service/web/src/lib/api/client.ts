/** Calls to the service. Every failure is an `ApiError` with a code that the dictionaries can put into words. */

export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    message: string,
    readonly body: Record<string, unknown> = {},
  ) {
    super(message);
  }
  /** No answer came: the phone or the service is off the network. */
  get offline(): boolean {
    return this.code === 'offline';
  }
  /** Asking again later may succeed, with the same request. */
  get passing(): boolean {
    return this.offline || this.status === 429 || this.status >= 500;
  }
}

export interface Call {
  method?: string;
  json?: unknown;
  form?: FormData;
  token?: string | null;
  key?: string;
  match?: string;
  signal?: AbortSignal;
  timeout?: number;
}

/** Letters and digits nobody can guess; also where the page is not served over https. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(18)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function callRaw(path: string, call: Call = {}): Promise<Response> {
  const headers: Record<string, string> = {};
  if (call.json !== undefined) headers['Content-Type'] = 'application/json';
  if (call.token) headers['X-Table-Token'] = call.token;
  if (call.key) headers['Idempotency-Key'] = call.key;
  if (call.match) headers['If-Match'] = call.match;
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), call.timeout ?? 20_000);
  call.signal?.addEventListener('abort', () => ending.abort());
  let response: Response;
  try {
    response = await fetch(path, {
      method: call.method ?? (call.json !== undefined || call.form ? 'POST' : 'GET'),
      headers,
      body: call.form ?? (call.json !== undefined ? JSON.stringify(call.json) : undefined),
      signal: ending.signal,
      credentials: 'same-origin',
    });
  } catch {
    throw new ApiError('offline', 0, 'no answer');
  } finally {
    clearTimeout(timer);
  }
  if (response.ok) return response;
  let body: Record<string, unknown> = {};
  try {
    body = (await response.json()) as Record<string, unknown>;
  } catch {
    body = {};
  }
  throw new ApiError(String(body.code ?? `http_${response.status}`), response.status, String(body.detail ?? response.statusText), body);
}

export async function call<T>(path: string, options: Call = {}): Promise<T> {
  const response = await callRaw(path, options);
  try {
    return (await response.json()) as T;
  } catch {
    throw new ApiError('offline', 0, 'the answer was cut short');
  }
}
