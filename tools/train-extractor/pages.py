"""The training pages: features as the TypeScript code exports them, labels, weights, publishers, folds."""
import importlib.util
import json
import os
import pickle
import re
import subprocess
import sys
from collections import defaultdict
from urllib.parse import urlsplit

import numpy as np

from labels import body_labels, fold, snippet_labels

HERE = os.path.dirname(os.path.abspath(__file__))
CORPORA = os.environ.get('CORPORA') or os.path.join(HERE, '..', '..', '..', 'shared', 'corpora')
BODY = ['zyte', 'fundus-evaluation', 'big9', 'wcxb', 'zh-web']
SNIPPETS = 'trafilatura-htmldate'
EVALUATION_ONLY = ['big9']          # has no licence: the shipped model must not see it
WEIGHT = {'zyte': 1.5, 'fundus-evaluation': 1.5, 'big9': .7, 'wcxb': .8, 'zh-web': 3}       # of a page
SNIPPET_WEIGHT = .1                 # of a block
# as a share of its page's weight
VARIANT_WEIGHT = {'whole': 1, 'cut': .3, 'restyled': .2, 'restyled-cut': .066}


def scorer():
    """score.py of the corpora."""
    spec = importlib.util.spec_from_file_location('score', os.path.join(CORPORA, 'score.py'))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def host_group(case):
    """One name for a publisher in all corpora: second-level label of the host, or the corpus' own site name."""
    host = (case.get('site') or (urlsplit(case['url']).hostname if case.get('url') else None) or case['id']).lower()
    p = host.split('.')
    if len(p) >= 2:
        host = p[-3 if len(p) >= 3 and p[-2] in ('co', 'com', 'org', 'net', 'gov', 'ac', 'edu') else -2]
    return re.sub(r'^the', '', host)


def export(folder, *options):
    """Runs the TypeScript exporter over all corpora."""
    corpora = [os.path.join(CORPORA, c) for c in BODY + [SNIPPETS]]
    given = [one if one.startswith('--') else os.path.abspath(one) for one in [folder, *options, *corpora]]
    # npm brings the Node that runs TypeScript
    subprocess.run(['npm', 'run', '--silent', 'train:features', '--', *given], cwd=os.path.join(HERE, '..', '..'), check=True)


def cases():
    found = {}
    for corpus in BODY + [SNIPPETS]:
        with open(os.path.join(CORPORA, corpus, 'cases.jsonl'), encoding='utf-8-sig') as lines:
            found.update({(corpus, r['id']): r for r in map(json.loads, lines)})
    return found


def labelled(page, case):
    """Labels of the blocks, and how many tokens the gold has."""
    gold, texts = case['gold'], [b['text'] for b in page['blocks']]
    if page['corpus'] == SNIPPETS:
        return snippet_labels(texts, gold), 0
    body = gold['body']
    if gold.get('body_has_title') and body.startswith(gold['title']):
        body = body[len(gold['title']):]              # title is a separate field
    tokens = fold(body)
    return body_labels([fold(t) for t in texts], tokens), len(tokens)


def exported(folder):
    """-> names of the features; the exported pages, each with its rows: the features of the blocks that the model looks at (`judged`)."""
    names = json.load(open(os.path.join(folder, 'features.json')))
    rows = np.fromfile(os.path.join(folder, 'rows.f32'), np.float32).reshape(-1, len(names['page']))
    out, at = [], 0
    for line in open(os.path.join(folder, 'pages.jsonl'), encoding='utf-8'):
        page = json.loads(line)
        out.append((page, rows[at:at + len(page['judged'])]))
        at += len(page['judged'])
    return names, out


def training_page(page, x, y, size, case):
    """What the trainer reads of a page: its judged blocks."""
    blocks = [page['blocks'][i] for i in page['judged']]
    return dict(id=page['id'], corpus=page['corpus'], group=host_group(case), case=case, title=page.get('title'), X=x, y=np.array(y, float)[page['judged']],
                size=size, text=[b['text'] for b in blocks], breaks=[b['breaks'] for b in blocks], words=[b['words'] for b in blocks],
                tokens=np.array([len(fold(b['text'])) for b in blocks], float), isVariant='isBody' in page, kind=page.get('kind', 'whole'),
                count=len(page['blocks']))


def read(folder, variants=('cut', 'restyled')):
    """-> (names of the features, pages, their variants by corpus and id). Labels are kept in the folder beside the features: it holds page text, and belongs
    outside the project."""
    if not os.path.exists(os.path.join(folder, 'features.json')):
        export(folder)
    known, kept = cases(), os.path.join(folder, 'labels.pickle')
    labels = pickle.load(open(kept, 'rb')) if os.path.exists(kept) else {}
    names, all_pages = exported(folder)
    out, for_cutting = [], {}
    for page, x in all_pages:
        case, n = known[page['corpus'], page['id']], len(page['blocks'])
        if not n or not any(k in case['gold'] for k in ('body', 'with', 'without')):
            continue
        key = (page['corpus'], page['id'], n, hash_of(page))
        if key not in labels:
            labels[key] = labelled(page, case)
        y, size = labels[key]
        out.append(training_page(page, x, y, size, case))
        if page['corpus'] != SNIPPETS and page['corpus'] not in EVALUATION_ONLY:
            for_cutting['/'.join(key[:2])] = dict(isBody=[v >= .5 for v in y], words=[len(fold(b['text'])) for b in page['blocks']])
    pickle.dump(labels, open(kept, 'wb'))
    print(len(out), 'pages', sum(len(d['y']) for d in out), 'blocks', len(names['page']), 'features', file=sys.stderr)
    return names, out, read_variants(folder, for_cutting, known, variants)


def read_variants(folder, labels, known, wanted):
    """(corpus, id) -> variants of a page, of the wanted kinds: cut-pages.ts, restyle-pages.ts."""
    made = os.path.join(folder, 'variants')
    if not os.path.exists(os.path.join(made, 'features.json')):
        os.makedirs(made, exist_ok=True)
        with open(os.path.join(made, 'labels.json'), 'w') as f:
            json.dump(labels, f)
        export(made, '--variants', os.path.join(made, 'labels.json'))
    variants = defaultdict(list)
    for page, x in exported(made)[1]:
        if page['kind'].split('-')[0] not in wanted:
            continue
        key = (page['corpus'], page['id'])
        variants[key].append(training_page(page, x, page['isBody'], page['size'], known[key]))
    return variants


def hash_of(page):
    import hashlib
    return hashlib.sha1('\n'.join(b['text'] for b in page['blocks']).encode()).hexdigest()


def weights(page):
    """A page counts once: a block weighs its share of the gold's tokens, and all negatives of a page at most 3 golds."""
    y, tokens = page['y'], page['tokens']
    if page['corpus'] == SNIPPETS:
        return np.where(y >= 0, SNIPPET_WEIGHT, 0.)
    size = max(40, page['size'])
    w = np.minimum(tokens + 2, .6 * size) / size
    negative = w[y < .5].sum()
    return np.where((y < .5) & (negative > 3), w * 3 / max(negative, 3), w) * WEIGHT[page['corpus']] * VARIANT_WEIGHT[page['kind']]


def folds(pages, n=5):
    """Page indexes to train with and to test, n times: no publisher is on both sides."""
    random, fold_of = np.random.RandomState(7), {}
    for corpus in ['big9', 'fundus-evaluation', 'zh-web', 'zyte', 'wcxb', SNIPPETS]:
        groups = sorted({d['group'] for d in pages if d['corpus'] == corpus} - set(fold_of))
        random.shuffle(groups)
        fold_of.update({g: i % n for i, g in enumerate(groups)})
    return [([i for i, d in enumerate(pages) if fold_of[d['group']] != k], [i for i, d in enumerate(pages) if fold_of[d['group']] == k]) for k in range(n)]


def without(pages, corpus):
    """Trained without a corpus and its publishers, tested on it."""
    groups = {d['group'] for d in pages if d['corpus'] == corpus}
    return [i for i, d in enumerate(pages) if d['corpus'] != corpus and d['group'] not in groups], [i for i, d in enumerate(pages) if d['corpus'] == corpus]
