import { describe, expect, it } from 'vitest';
import { parsePage } from '../../../../src/stages/extract/page/parse.ts';

const bodyOf = (html: string) => parsePage(html).document.body;

describe('the tree', () => {
  it('removes moved nodes from their old parent, and keeps their order', () => {
    const body = bodyOf('<p>a</p><p>b</p><div>c</div>');
    const [a, b, box] = body.children as [
      (typeof body.children)[0],
      (typeof body.children)[0],
      (typeof body.children)[0],
    ];
    box.append(b, a);
    expect(body.innerHTML).toBe('<div>c<p>b</p><p>a</p></div>');
    box.replaceWith(...box.childNodes);
    expect(body.innerHTML).toBe('c<p>b</p><p>a</p>');
    expect({
      textContent: b.previousSibling?.textContent,
      bNextSibling: b.nextSibling,
      aNextSibling: a.nextSibling,
      parentNode: box.parentNode,
    }).toEqual({ textContent: 'c', bNextSibling: a, aNextSibling: null, parentNode: null });
    b.remove();
    expect({ innerHTML: body.innerHTML, lastElementChild: body.lastElementChild, contains: body.contains(b) }).toEqual({
      innerHTML: 'c<p>a</p>',
      lastElementChild: a,
      contains: false,
    });
  });

  it('changes one element only, if the parser made several from one tag', () => {
    const body = bodyOf('<p><b class="x">one<p>two</b>');
    const [first, second] = body.querySelectorAll('b');
    first?.setAttribute('class', 'y');
    first?.setAttribute('id', 'z');
    expect({ firstOuterHTML: first?.outerHTML, secondOuterHTML: second?.outerHTML }).toEqual({
      firstOuterHTML: '<b class="y" id="z">one</b>',
      secondOuterHTML: '<b class="x">two</b>',
    });
    second?.removeAttribute('class');
    expect(second?.hasAttribute('class')).toBe(false);
  });

  it('clones descendants', () => {
    const body = bodyOf('<p id="a">x<b>y</b></p>');
    const copy = body.querySelector('p')?.cloneNode(true);
    body.querySelector('b')?.remove();
    expect(copy?.outerHTML).toBe('<p id="a">x<b>y</b></p>');
    expect(copy?.parentNode).toBeNull();
  });

  it('sets text content without parsing it', () => {
    const body = bodyOf('<p>x<b>y</b></p>');
    const [p] = body.children;
    if (p !== undefined) p.textContent = '<i>&nbsp;\u00a0';
    expect(body.innerHTML).toBe('<p>&lt;i&gt;&amp;nbsp;&nbsp;</p>');
  });

  it('evaluates a selector again after the tree has changed', () => {
    const body = bodyOf('<div><p>x</p></div>');
    expect(body.querySelector('.on p')).toBeNull();
    body.querySelector('div')?.setAttribute('class', 'on');
    expect(body.querySelector('.on p')?.textContent).toBe('x');
    expect(body.querySelector('div')?.matches(':has(> p)')).toBe(true);
    body.querySelector('p')?.remove();
    expect(body.querySelector('div')?.matches(':has(> p)')).toBe(false);
  });

  it('supports :scope', () => {
    const [a, b] = bodyOf('<div><p>1</p></div><div><p>2</p></div>').children;
    expect(a?.querySelectorAll(':scope > p').map(({ textContent }) => textContent)).toEqual(['1']);
    expect(b?.querySelectorAll(':scope > p').map(({ textContent }) => textContent)).toEqual(['2']);
  });

  it('throws on an invalid selector', () => {
    expect(() => bodyOf('').querySelector('p[')).toThrow();
    expect(() => bodyOf('').querySelector('p[')).toThrow();
  });
});
