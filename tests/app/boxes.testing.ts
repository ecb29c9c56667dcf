// Whether texts and controls of a page overlap, or are cut off: walks the boxes of everything that one reads or presses.

import type { Page } from 'playwright-core';

/** Pairs of things that overlap, and things that stick out of the screen, in words; none on a correct page. */
export async function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Thing {
      readonly element: Element;
      readonly box: DOMRect;
      readonly text: string;
    }
    const CONTROLS = 'button, a, select, input, textarea, summary, progress';
    // Things that lie over others on purpose: a sheet and what it covers, arrows on a board, marks on a curve, the navigation.
    const dialog = document.querySelector('dialog[open]');
    const root = dialog ?? document.body;
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
      !element.closest('.unseen, .move-arrows, .plot, .cells, [hidden], canvas, svg') &&
      // Moving tiles pass over each other.
      !(element.closest('.tiles')?.getAnimations({ subtree: true }).length ?? 0);
    const words = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${element.className} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)}"`;
    const things: Thing[] = [];
    for (const element of root.querySelectorAll(CONTROLS))
      if (isSeen(element)) things.push({ element, box: element.getBoundingClientRect(), text: words(element) });
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement!;
      if (node.textContent!.trim() === '' || !isSeen(parent) || parent.closest('option, style, script, noscript'))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) things.push({ element: parent, box, text: `text ${words(parent)}` });
    }
    // A scrolling part cuts off its contents; found once per element, because everything inside asks for it.
    const cutting = new Map<Element, DOMRect | null>();
    const cuts = (element: Element): DOMRect | null => {
      let box = cutting.get(element);
      if (box === undefined) {
        const { overflowX, overflowY } = getComputedStyle(element);
        box = overflowX === 'visible' && overflowY === 'visible' ? null : element.getBoundingClientRect();
        cutting.set(element, box);
      }
      return box;
    };
    const isSolid = ({ box }: Thing): boolean => box.width > 1 && box.height > 1;
    /** What a scrolling part shows of a thing. */
    const clipped = (thing: Thing): Thing => {
      let { left, right, top, bottom } = thing.box;
      const own = thing.text.startsWith('text ') ? thing.element : thing.element.parentElement;
      for (let up = own; up && up !== document.documentElement; up = up.parentElement) {
        const box = cuts(up);
        if (!box) continue;
        [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
        [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
      }
      return { ...thing, box: new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top)) };
    };
    const floats = (element: Element): Element | null => element.closest('.top nav, .top.says, dialog');
    const all = things.map(clipped).filter(isSolid);
    const found: string[] = [];
    const width = document.documentElement.clientWidth;
    for (const { box, text } of all)
      if (box.left < -1 || box.right > width + 1)
        found.push(`${text} sticks out of the screen: ${Math.round(box.left)} to ${Math.round(box.right)} of ${width}`);
    // Two pixels: letters have room above and below them.
    const SLACK = 2;
    for (let i = 0; i < all.length; i++)
      for (let j = i + 1; j < all.length; j++) {
        const [a, b] = [all[i]!, all[j]!];
        const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        if (across <= SLACK || down <= SLACK) continue;
        if (a.element === b.element || a.element.contains(b.element) || b.element.contains(a.element)) continue;
        if (floats(a.element) !== floats(b.element)) continue;
        const label = a.element.closest('label');
        // A switch is drawn within its label; a text and its field are apart.
        if (label && label === b.element && label.contains(a.element)) continue;
        found.push(`${a.text} and ${b.text} overlap by ${Math.round(across)}×${Math.round(down)}`);
      }
    return found;
  });
}

/** Controls that a finger may miss: lower than 44 px, except links within a sentence. */
export async function lowControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('dialog[open]') ?? document.body;
    return [
      ...root.querySelectorAll(
        'button:not(.link), select, .run-table a, nav a, .contents a, .switch, input[type="text"]',
      ),
    ]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) && !element.closest('.unseen, .edit-grid, .tuple-grid'),
      )
      .filter((element) => element.getBoundingClientRect().height < 43.5)
      .map(
        (element) =>
          `${element.tagName} ${element.className} "${element.textContent!.trim().slice(0, 20)}" ${Math.round(element.getBoundingClientRect().height)} px`,
      );
  });
}
