import { describe, expect, it } from 'vitest';
import { usableCores } from '../../src/machine/cgroups.ts';
import { readConfig, settings } from '../../src/settings/config.ts';
import { defaultWorkers } from '../../src/settings/crawl-settings.ts';

/** The longest time that a timer of Node can wait; beyond it fires after 1 ms. */
const longestTimerMs = 2 ** 31 - 1;

describe('the configuration', () => {
  it('refuses times that no timer can wait for', () => {
    const times = Object.values(settings).filter(({ variable }) => /_MS$/.test(variable));
    expect(times.length).toBeGreaterThan(3);
    for (const { variable } of times.filter((setting) => setting !== settings.revisitAfterMs))
      expect(() => readConfig({ [variable]: String(longestTimerMs) }), variable).toThrow(`${variable}=2147483647`);
  });

  it('allows a task the sum of its limits', () => {
    const { config } = readConfig({ NEWSHAWK_PAGE_TIMEOUT_MS: '3600000', NEWSHAWK_STATIC_TIMEOUT_MS: '3600000' });
    expect(2 * (config.pageTimeoutMs + config.staticTimeoutMs)).toBeLessThan(longestTimerMs);
  });

  it('refuses bodies that no string can hold', () => {
    expect(() => readConfig({ NEWSHAWK_MAX_BODY_BYTES: '99999999999' })).toThrow(/from 1024 to 268435456/);
  });

  it('has as many workers as a container may use cores, less one', () => {
    expect([0.5, 1, 1.9, 2, 3.5, 4, 200].map(defaultWorkers)).toEqual([1, 1, 1, 1, 2, 3, 64]);
    expect(settings.workers.fallback).toBe(defaultWorkers(usableCores()));
    const quota = { cores: 0.5, memoryBytes: null, cpuSeconds: () => 0, usedBytes: () => 0 };
    expect(usableCores([quota, { ...quota, cores: null }])).toBe(0.5);
  });

  it('takes host names, and no addresses, as names of the server', () => {
    const hosts = (value: string) => readConfig({ NEWSHAWK_HTTP_HOSTS: value }).config.httpHosts;
    expect(hosts('news.example, intern,[::1],*')).toEqual(['news.example', 'intern', '[::1]', '*']);
    for (const value of ['http://news.example', 'x y', 'news.example:8780', 'news.example/feeds'])
      expect(() => hosts(value)).toThrow(/NEWSHAWK_HTTP_HOSTS.*without scheme and port/s);
  });

  it('takes addresses and ranges as reverse proxies', () => {
    const proxies = (value: string) => readConfig({ NEWSHAWK_HTTP_PROXIES: value }).config.httpProxies;
    expect(proxies('127.0.0.1, 10.0.0.0/8,fd00::/8,::1')).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8', '::1']);
    for (const value of ['proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '*', '127.0.0.1:80'])
      expect(() => proxies(value)).toThrow(/NEWSHAWK_HTTP_PROXIES.*is not an address or a CIDR range/s);
  });

  it('says what an unknown variable may have meant', () => {
    expect(() => readConfig({ NEWSHAWK_WORKER: '1' })).toThrow(
      'NEWSHAWK_WORKER: there is no such setting, did you mean NEWSHAWK_WORKERS?',
    );
    expect(() => readConfig({ NEWSHAWK_QUITE_ANOTHER: '1' })).toThrow(
      /NEWSHAWK_QUITE_ANOTHER: there is no such setting\n/,
    );
  });

  it('names all mistakes at once, and no secret', () => {
    const mistakes = () => readConfig({ NEWSHAWK_STORE: 'pass:word', NEWSHAWK_CONCURRENCY: '0' }, { NEWSHAWK_NO: '1' });
    expect(mistakes).toThrow(/3 mistakes/);
    expect(mistakes).toThrow(/NEWSHAWK_CONCURRENCY=0 \(environment\)/);
    expect(mistakes).not.toThrow(/pass:word/);
  });

  it.each([
    ['redis://queue.example:6379', true],
    ['rediss://user:p%40ss@queue.example/15?prefix=a', true],
    ['redis://queue.example/', true],
    ['redis://user:pa%zzss@queue.example', false],
    ['redis://us%er:pass@queue.example', false],
    ['redis://queue.example/fifteen', false],
    ['redis://queue.example/1/2', false],
    ['http://queue.example', false],
  ])('takes %s as a queue: %s', (address, isTaken) => {
    const read = () => readConfig({ NEWSHAWK_QUEUE: address }).config.queue;
    if (isTaken) return expect(read()).toBe(address);
    expect(read).toThrow(/NEWSHAWK_QUEUE.*must be redis:/);
    expect(read).not.toThrow(/pa%zzss|us%er/);
  });
});
