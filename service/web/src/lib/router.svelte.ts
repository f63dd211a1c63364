/** Where the player is, by the address's part after `#`. */

class Router {
  path = $state(location.hash.slice(1) || '/');

  constructor() {
    addEventListener('hashchange', () => {
      this.path = location.hash.slice(1) || '/';
      scrollTo(0, 0);
      queueMicrotask(() => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true }));
    });
  }

  get parts(): string[] {
    return this.path.split('/').filter(Boolean).map(decodeURIComponent);
  }
}

export const router = new Router();

export function go(path: string, replace = false): void {
  if (replace) location.replace(`#${path}`);
  else location.hash = path;
}
