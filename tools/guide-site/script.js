// Adds what a page can do without: copy buttons and the search.
for (const pre of document.querySelectorAll('pre.sh, pre.ts')) {
  const frame = document.createElement('div');
  frame.className = 'code';
  pre.replaceWith(frame);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(pre.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(pre);
      button.textContent = 'Press Ctrl+C';
    }
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  frame.append(button, pre);
}

const entries = JSON.parse(document.getElementById('index').textContent);
const field = document.getElementById('words');
const list = document.getElementById('found');
field.disabled = false;
field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter((entry) => words.length > 0 && words.every((word) => entry.words.includes(word)));
  found.sort(
    (a, b) =>
      words.some((word) => b.title.toLowerCase().includes(word)) -
      words.some((word) => a.title.toLowerCase().includes(word)),
  );
  const items = found.slice(0, 8).map(({ href, title }) => {
    const item = document.createElement('li');
    const link = item.appendChild(document.createElement('a'));
    link.href = href;
    link.textContent = title;
    return item;
  });
  if (items.length === 0 && words.length > 0) {
    const none = document.createElement('li');
    none.textContent = 'Nothing found.';
    items.push(none);
  }
  list.replaceChildren(...items);
});
field.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') list.replaceChildren();
});
