import type { WebhookEvent } from '../../model/publish/webhook.ts';
import { eventText } from './event-text.ts';
import { type DeliveryAnswer, type PostTarget, postJson } from './post-json.ts';

/** Characters of a section that Slack takes. */
const sectionLength = 2_900;

/** A message as incoming webhooks of Slack take it; Mattermost, Rocket.Chat and Discord (address with /slack) read `text`. */
export function chatMessage(event: WebhookEvent): { readonly text: string; readonly blocks: readonly object[] } {
  const { subject, lines } = eventText(event);
  const title = escaped(subject);
  return {
    text: [title, ...lines.map((each) => `• ${escaped(each)}`)].join('\n'),
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: `*${title.replaceAll('*', '∗')}*` } },
      ...sections(lines.map((each) => `• ${escaped(each)}`)).map((text) => ({
        type: 'section',
        text: { type: 'mrkdwn', text },
      })),
    ],
  };
}

/** As Slack asks for it: without it a title could call a channel (`<!channel>`) or hide a link's target. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function sections(lines: readonly string[]): string[] {
  const texts: string[] = [];
  for (const each of lines) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + each.length < sectionLength) texts[texts.length - 1] = `${last}\n${each}`;
    else texts.push(each.slice(0, sectionLength));
  }
  return texts;
}

/** Sends one message to a chat. It never throws. */
export const postChat = (target: PostTarget, event: WebhookEvent): Promise<DeliveryAnswer> =>
  postJson(target, JSON.stringify(chatMessage(event)), {});
