/**
 * Tiles moved by hand: a swipe to the side takes one out, a long press lifts it to be carried elsewhere.
 *
 * Up and down the page still scrolls under the finger. A mouse lifts at once.
 */

const MOVED = 10;
const LIFT_MS = 260;
const CLICK_MS = 80;
/** How far to the side a tile is swiped before it goes. */
export const GONE = 64;

export interface Carried<T> { what: T; x: number; y: number; over: string }

interface Down<T> { what: T; x: number; y: number; touch: boolean }

export class Carry<T> {
  carried = $state.raw<Carried<T> | null>(null);
  swiped = $state.raw<{ what: T; by: number } | null>(null);
  #down: Down<T> | null = null;
  #timer = 0;
  #late = 0;
  #moved = false;

  constructor(
    private readonly onswipe: (what: T) => void,
    private readonly ondrop: (what: T, over: string) => void,
    private readonly ontap: (what: T) => void,
  ) {}

  /** Told of a click: whether it was a tap, and no end of a carry or swipe. */
  tapped(): boolean {
    clearTimeout(this.#late);
    return !this.#moved;
  }

  down(event: PointerEvent, what: T): void {
    if (event.button !== 0) return;
    this.cancel();
    this.#moved = false;
    this.#down = { what, x: event.clientX, y: event.clientY, touch: event.pointerType !== 'mouse' };
    const part = event.currentTarget as HTMLElement;
    part.setPointerCapture(event.pointerId);
    if (this.#down.touch) this.#timer = window.setTimeout(() => this.#lift(event.clientX, event.clientY), LIFT_MS);
  }

  move(event: PointerEvent): void {
    const down = this.#down;
    if (!down) return;
    const [dx, dy] = [event.clientX - down.x, event.clientY - down.y];
    if (this.carried) {
      this.#moved ||= Math.hypot(dx, dy) >= MOVED;
      this.carried = { ...this.carried, x: event.clientX, y: event.clientY, over: under(event.clientX, event.clientY) };
    } else if (this.swiped) {
      this.swiped = { what: down.what, by: dx };
    } else if (Math.hypot(dx, dy) >= MOVED) {
      clearTimeout(this.#timer);
      if (!down.touch) {
        this.#moved = true;
        this.#lift(event.clientX, event.clientY);
      } else if (Math.abs(dx) > Math.abs(dy)) {
        this.#moved = true;
        this.swiped = { what: down.what, by: dx };
      } else this.cancel();
    }
  }

  up(): void {
    const [carried, swiped] = [this.carried, this.swiped];
    const slow = carried !== null && !this.#moved;
    this.cancel();
    // A slow tap is a tap all the same, also where the browser sends no click after it.
    if (slow) this.#late = window.setTimeout(() => this.ontap(carried.what), CLICK_MS);
    if (swiped && Math.abs(swiped.by) >= GONE) this.onswipe(swiped.what);
    else if (carried?.over) this.ondrop(carried.what, carried.over);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#down = null;
    this.carried = null;
    this.swiped = null;
  }

  #lift(x: number, y: number): void {
    if (!this.#down) return;
    this.carried = { what: this.#down.what, x, y, over: '' };
    if (this.#down.touch) navigator.vibrate?.(12);
  }

  /** While a tile is carried, the page keeps still; for an element that tiles lie in. */
  still = (node: HTMLElement): { destroy: () => void } => {
    const hold = (event: TouchEvent): void => {
      if (this.carried || this.swiped) event.preventDefault();
    };
    node.addEventListener('touchmove', hold, { passive: false });
    return { destroy: () => node.removeEventListener('touchmove', hold) };
  };
}

/** The name of the place to drop a tile at a point of the screen. */
function under(x: number, y: number): string {
  const found = document.elementsFromPoint(x, y).find((part) => part instanceof HTMLElement && part.dataset.drop);
  return (found as HTMLElement | undefined)?.dataset.drop ?? '';
}
