import type { Post } from '../posts/posts.ts';

const day = 86_400_000;

/** The same posts in the same order, the oldest of them two years before the newest. */
export function overTwoYears(posts: readonly Post[]): Post[] {
  const times = posts.map(({ date }) => Date.parse(date));
  const [newest, oldest] = [Math.max(...times), Math.min(...times)];
  const factor = Math.max(1, (730 * day) / (newest - oldest));
  return posts.map((post, at) => {
    const days = Math.round(((newest - (times[at] ?? newest)) * factor) / day);
    return { ...post, date: new Date(newest - days * day).toISOString().slice(0, 10) };
  });
}
