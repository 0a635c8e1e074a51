import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseProxyList } from '../../../src/stages/proxies/parse-proxy-list.ts';
import { parseProxyAddress } from '../../../src/stages/proxies/proxy-address.ts';

const read = (text: string, scheme?: string) => parseProxyList(text, scheme);

describe('a proxy list of lines', () => {
  it('has addresses with and without scheme, credentials and remarks', () => {
    const text = `# of today
198.51.100.7:3128
198.51.100.7:3128
socks5://198.51.100.8:1080   DE elite
http://me:p%40ss@gate.example:8080
other:secret@198.51.100.9:81
198.51.100.10:8000:user-s1:pw
198.51.100.11\t8118\tFR
[2001:db8::1]:3128
https://gate.example:8443/`;
    expect(read(text)).toEqual({
      proxies: [
        'http://198.51.100.7:3128',
        'socks5://198.51.100.8:1080',
        'http://me:p%40ss@gate.example:8080',
        'http://other:secret@198.51.100.9:81',
        'http://user-s1:pw@198.51.100.10:8000',
        'http://198.51.100.11:8118',
        'http://[2001:db8::1]:3128',
        'https://gate.example:8443',
      ],
      unreadable: 0,
    });
  });

  it('counts what is no proxy of a kind that can be used', () => {
    const text =
      'socks4://198.51.100.7:1080\n198.51.100.7:99999\n999.1.1.1:80\nupdated every hour\nftp://198.51.100.1:21';
    expect(read(text)).toEqual({ proxies: [], unreadable: 5 });
  });

  it('may be of another kind than HTTP', () => {
    expect(read('198.51.100.7:1080', 'socks5').proxies).toEqual(['socks5://198.51.100.7:1080']);
  });
});

describe('a proxy list in JSON', () => {
  it('has strings, or objects under their usual names, in an envelope or not', () => {
    const envelope = {
      total: 3,
      updated: '2026-11-21',
      data: [
        { ip: '198.51.100.7', port: '3128', protocols: ['socks4', 'http'] },
        { host: '198.51.100.8', port: 1080, type: 'SOCKS5', username: 'me', password: 'p@ss' },
        { proxy: 'socks5://198.51.100.9:1080', alive: true },
      ],
    };
    expect(read(JSON.stringify(envelope)).proxies).toEqual([
      'http://198.51.100.7:3128',
      'socks5://me:p%40ss@198.51.100.8:1080',
      'socks5://198.51.100.9:1080',
    ]);
    expect(read('["198.51.100.7:3128","nonsense"]')).toEqual({ proxies: ['http://198.51.100.7:3128'], unreadable: 1 });
  });

  it('may be one object per line, or broken', () => {
    expect(read('{"ip":"198.51.100.7","port":1}\n{"ip":"198.51.100.8","port":2}').proxies).toHaveLength(2);
    expect(read('[{"ip": "198.51')).toEqual({ proxies: [], unreadable: 1 });
    expect(read('[{"ip":"198.51.100.7","port":1080,"protocol":"socks4"}]')).toEqual({ proxies: [], unreadable: 1 });
  });
});

describe('a proxy list in HTML', () => {
  const table = (head: string, rows: string) =>
    `<!doctype html><h1>Proxies</h1><table><thead>${head}</thead>${rows}</table>`;

  it('is read by the heads of its columns', () => {
    const head = '<tr><th>Country</th><th>IP Address</th><th>Port</th><th>Protocol</th></tr>';
    const rows = `<tr><td>DE</td><td>198.51.100.7</td><td>3128</td><td>HTTP, HTTPS</td></tr>
<tr><td>FR</td><td><b>198.51.100.8</b><script>x=1</script></td><td><a href="/1080">1080</a></td><td>SOCKS5</td></tr>
<tr><td>FR</td><td>198.51.100.9</td><td>1080</td><td>SOCKS4</td></tr>`;
    expect(read(table(head, rows))).toEqual({
      proxies: ['http://198.51.100.7:3128', 'socks5://198.51.100.8:1080'],
      unreadable: 1,
    });
  });

  it('is read without heads too; "Https: yes" means tunnels', () => {
    const rows = '<tr><td>1</td><td>198.51.100.7</td><td>3128</td><td>elite</td></tr><tr><td>198.51.100.8:81</td></tr>';
    expect(read(table('', rows)).proxies).toEqual(['http://198.51.100.7:3128', 'http://198.51.100.8:81']);
    const head = '<tr><th>IP</th><th>Port</th><th>Https</th></tr>';
    const row = '<tr><td>198.51.100.7</td><td>3128</td><td>yes</td></tr>';
    expect(read(table(head, row)).proxies).toEqual(['http://198.51.100.7:3128']);
  });

  it('may be preformatted lines', () => {
    const html =
      '<html><body><p>Free proxies of 21 November</p><pre>198.51.100.7:3128\n198.51.100.8:80</pre></body></html>';
    expect(read(html).proxies).toEqual(['http://198.51.100.7:3128', 'http://198.51.100.8:80']);
  });

  it('is read however deep it is nested', () => {
    const html = `<html>${'<div>'.repeat(20_000)}<table><tr><td>198.51.100.7</td><td>3128</td></tr></table>`;
    expect(read(html).proxies).toEqual(['http://198.51.100.7:3128']);
  });
});

describe('the address of a proxy', () => {
  it('is a URL that keeps host, port and credentials', () => {
    const text = fc.string({ minLength: 1, maxLength: 12 }).filter((value) => !/[\s:@/\p{Surrogate}]/u.test(value));
    const parts = fc.record({
      scheme: fc.constantFrom('http', 'https', 'socks5'),
      host: fc.oneof(fc.ipV4(), fc.domain()),
      port: fc.integer({ min: 1, max: 65_535 }),
      user: text,
      password: text,
    });
    fc.assert(
      fc.property(parts, ({ scheme, host, port, user, password }) => {
        const line = `${scheme}://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}:${port}`;
        const address = parseProxyAddress(line);
        const url = new URL(address ?? '');
        expect([decodeURIComponent(url.username), decodeURIComponent(url.password)]).toEqual([user, password]);
        expect(address).toMatch(new RegExp(`^${scheme}://.*@${host.toLowerCase()}:${port}$`));
        expect(parseProxyAddress(address ?? '')).toBe(address);
      }),
    );
  });

  it('is read from any text without an error', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseProxyList(text)));
  });
});
