import type { Settings } from '../../services.ts';
import { reachHost } from '../../stages/publish/reach-host.ts';
import { verifyMail } from '../../stages/publish/verify-mail.ts';
import { type Channel, type ReceiverSettings, receiversOf } from './receivers.ts';

/**
 * Whether receivers could be told now. Nobody is sent anything: of webhooks and chats, host, port and TLS are tried; at the mail server, user and password too.
 * @returns by receiver, what stands against it; null: nothing
 * @throws CommandError (configuration) where receivers lack their secret or server
 */
export async function reachReceivers(
  config: Settings<ReceiverSettings>['config'],
): Promise<ReadonlyMap<string, string | null>> {
  const receivers = [...receiversOf(config)];
  // many receivers of one server or host are one connection
  const tried = new Map<string, Promise<string | null>>();
  const troubles = receivers.map(async ([name, { channel }]) => {
    const place = placeOf(channel);
    const trouble = tried.get(place) ?? reach(channel);
    tried.set(place, trouble);
    return [name, await trouble] as const;
  });
  return new Map(await Promise.all(troubles));
}

const placeOf = ({ kind, target }: Channel): string => (kind === 'mail' ? target.smtpUrl : new URL(target.url).origin);

function reach({ kind, target }: Channel): Promise<string | null> {
  if (kind === 'mail') return verifyMail(target.smtpUrl, target.timeoutMs);
  const { protocol, hostname, port } = new URL(target.url);
  const isTls = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  return reachHost({ host, port: port === '' ? (isTls ? 443 : 80) : Number(port), isTls }, target.timeoutMs);
}
