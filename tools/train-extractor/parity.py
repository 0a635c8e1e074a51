"""Compares the exported features with those of the Python prototype that they were ported from, block by block: a wrong feature costs little each and is
invisible in the total.

  python3 tools/train-extractor/parity.py PROTOTYPE_DIR [--features DIR] [--pages 8]

Takes --pages pages of each corpus, spread evenly. Prints each feature that differs on more than 1 % of the common blocks, with an example. Needs selectolax.
Named and set aside, because they differ by intent: pages of which we read fewer or more blocks (hidden ones, consent forms), and on pages with another headline the
features that count from it; `ab_u` counts an articleBody without its markup. Skips with a word where the corpora or the prototype are absent."""
import argparse
import json
import os
import sys
from collections import defaultdict

import numpy as np

from pages import BODY, CORPORA, SNIPPETS, read

TOLERANCE = 1e-3        # of the value, or absolute below 1
ALLOWED = .01           # share of blocks
OF_HEADLINE = {'t_sim', 't_is', 't_cov', 'dt', 'dtc', 'iabs'}
OTHER_BY_INTENT = {'ab_u'}


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('prototype')
    ap.add_argument('--features', default=os.path.join(os.path.expanduser('~'), '.cache', 'newshawk-train'))
    ap.add_argument('--pages', type=int, default=8)
    a = ap.parse_args()
    if not os.path.exists(os.path.join(a.prototype, 'features.py')) or not os.path.isdir(CORPORA):
        print('skipped: no prototype in', a.prototype, 'or no corpora in', CORPORA)
        return 0
    sys.path.insert(0, a.prototype)
    import features as prototype
    from corpora import decode
    import gzip
    names, ours, _ = read(a.features)
    differing, examples, blocks, common, count = defaultdict(int), {}, 0, 0, 0
    for corpus in BODY + [SNIPPETS]:
        pages = [d for d in ours if d['corpus'] == corpus]
        for d in pages[::max(1, len(pages) // a.pages)][:a.pages]:
            with gzip.open(os.path.join(CORPORA, corpus, d['case']['html'])) as f:
                page = prototype.Page(decode(f.read()))
            page.drop_comments()
            theirs, rows, _, found = prototype.features(page)
            missing = set(names['page']) ^ set(theirs)
            if missing:
                print('features of one side only:', sorted(missing))
                return 1
            order = [theirs.index(x) for x in names['page']]
            texts = [b['text'] for b in page.blocks]
            count += 1
            blocks += max(len(texts), d['count'])
            if len(texts) != d['count']:
                print('set aside: %s/%s: %d blocks here, %d there' % (corpus, d['id'], d['count'], len(texts)))
                continue
            aside = OTHER_BY_INTENT | (set() if found['title'] == d['title'] else OF_HEADLINE)
            if len(aside) > len(OTHER_BY_INTENT):
                print('another headline: %s/%s: "%s" here, "%s" there' % (corpus, d['id'], d['title'][:60], (found['title'] or '')[:60]))
            place = defaultdict(list)
            for i, t in enumerate(texts):
                place[' '.join(t.split())].append(i)
            for i, t in enumerate(d['text']):
                same = place[' '.join(t.split())]
                if not same:
                    continue
                common += 1
                x, y = d['X'][i], np.array(rows[same.pop(0)])[order]
                for j in np.nonzero(np.abs(x - y) > TOLERANCE * np.maximum(1, np.abs(y)))[0]:
                    if names['page'][j] in aside:
                        continue
                    differing[j] += 1
                    examples.setdefault(j, '%s/%s block %d: %.4g here, %.4g there' % (corpus, d['id'], i, x[j], y[j]))
    print(count, 'pages,', blocks, 'blocks,', common, 'in common')
    bad = sorted((j for j in differing if differing[j] > ALLOWED * common), key=lambda j: -differing[j])
    for j in bad:
        print('%-12s differs on %5.1f %%  %s' % (names['page'][j], 100 * differing[j] / common, examples[j]))
    print('%d of %d features differ on more than %d %% of the blocks' % (len(bad), len(names['page']), 100 * ALLOWED))
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
