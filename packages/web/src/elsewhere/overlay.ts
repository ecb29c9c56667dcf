// The hint on another page: a small panel that shows the four values as the app does: the best in full and filled, the others as their
// difference from it. It lives in a shadow tree with a script-made style sheet, so the page's styles and policy leave it alone.
// It never takes the focus: the arrow keys stay with the game.

import type { Choice, Move } from 'afterstate';
import { alike, below } from '../shell/numbers.ts';
import { capital } from '../shell/words.ts';

export const OVERLAY_ID = 'afterstate-hint';

const STYLE = `
  :host { all: initial }
  .panel { position: fixed; right: 12px; bottom: 12px; z-index: 2147483647; box-sizing: border-box; width: 232px; padding: 10px 12px 12px;
    border: 1px solid #0003; border-radius: 12px; background: #fffdf9; color: #221c17; box-shadow: 0 4px 18px #0004;
    font: 14px/1.35 system-ui, sans-serif; font-variant-numeric: tabular-nums; touch-action: none; cursor: grab; user-select: none }
  header { display: flex; align-items: center; justify-content: space-between; font-weight: 600; min-height: 32px }
  button { width: 44px; height: 44px; margin: -8px -12px -8px 0; border: 0; background: none; color: inherit; font: 22px/1 system-ui, sans-serif; cursor: pointer }
  .moves { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 4px; margin: 4px 0 }
  .moves[hidden] { display: none }
  .move { padding: 4px 2px; border-radius: 8px; text-align: center; color: #6b625a }
  .move i { display: block; font-style: normal; font-size: 15px }
  .best { background: #8f3c18; color: #fffdf9; font-weight: 700 }
  .up, .down { grid-column: 2 } .left { grid-column: 1; grid-row: 2 } .right { grid-column: 3; grid-row: 2 } .down { grid-row: 3 }
  p { margin: 6px 0 0 } a { color: #8f3c18 } [hidden] { display: none }
  @media (prefers-color-scheme: dark) {
    .panel { background: #23201c; color: #f4efe8; border-color: #fff3 } .move { color: #b5aba0 } a { color: #e8935f }
    .best { background: #e8935f; color: #221c17 }
  }`;

const ARROWS: Readonly<Record<Move, string>> = { up: '▲', right: '▶', down: '▼', left: '◀' };

export interface Overlay {
  /** Shows a choice for a board; the link opens the app with it. */
  show(choice: Choice, link: string | undefined): void;
  /** Shows one sentence instead of values. */
  say(sentence: string, link?: string): void;
}

export function openOverlay(onClose: () => void): Overlay {
  const host = document.createElement('div');
  host.id = OVERLAY_ID;
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  const make = <K extends keyof HTMLElementTagNameMap>(name: K, parent: Node, text = ''): HTMLElementTagNameMap[K] => {
    const element = document.createElement(name);
    element.textContent = text;
    parent.appendChild(element);
    return element;
  };
  const panel = make('section', root);
  panel.className = 'panel';
  panel.setAttribute('aria-label', 'afterstate: the best move');
  const header = make('header', panel);
  make('span', header, 'afterstate');
  const close = make('button', header, '×');
  close.type = 'button';
  close.setAttribute('aria-label', 'Close the hint');
  const moves = make('div', panel);
  moves.className = 'moves';
  const sides = new Map(
    (Object.keys(ARROWS) as Move[]).map((move) => {
      const side = make('div', moves);
      const arrow = make('i', side, ARROWS[move]);
      arrow.setAttribute('aria-hidden', 'true');
      return [move, { side, value: make('span', side) }] as const;
    }),
  );
  const words = make('p', panel);
  words.setAttribute('role', 'status');
  const open = make('a', make('p', panel), 'Open this board in the app');
  open.target = '_blank';
  open.rel = 'noopener';

  close.addEventListener('click', () => {
    host.remove();
    onClose();
  });
  // Keys go where the focus is, and that stays on the game.
  panel.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    if (event.target !== close && event.target !== open) drag(panel, event);
  });
  panel.addEventListener('mousedown', (event) => event.preventDefault());
  document.documentElement.append(host);

  const linkTo = (link: string | undefined): void => {
    open.hidden = link === undefined;
    if (link !== undefined) open.href = link;
  };
  return {
    show({ best, moves: values }, link) {
      const top = values.find(({ move }) => move === best);
      const write = alike(values.map(({ value }) => value));
      moves.hidden = false;
      for (const [move, { side, value }] of sides) {
        const found = values.find((other) => other.move === move);
        side.className = `move ${move}${move === best ? ' best' : ''}`;
        value.textContent = !found ? '–' : found === top ? write(found.value) : below(write(top!.value - found.value));
      }
      words.textContent = top ? `${capital(top.move)} is best.` : 'No move is left: the game is over.';
      linkTo(link);
    },
    say(sentence, link) {
      moves.hidden = true;
      words.textContent = sentence;
      linkTo(link);
    },
  };
}

/** Moves the panel with the pointer. */
function drag(panel: HTMLElement, { pointerId, clientX, clientY }: PointerEvent): void {
  const { left, top } = panel.getBoundingClientRect();
  panel.setPointerCapture(pointerId);
  const move = (event: PointerEvent): void => {
    Object.assign(panel.style, {
      left: `${left + event.clientX - clientX}px`,
      top: `${top + event.clientY - clientY}px`,
      right: 'auto',
      bottom: 'auto',
    });
  };
  panel.addEventListener('pointermove', move);
  panel.addEventListener('lostpointercapture', () => panel.removeEventListener('pointermove', move), { once: true });
}
