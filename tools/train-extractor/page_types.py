#!/usr/bin/env python3
"""Fits the page model: what kind of page a page is.

  npm run train:page-features -- ROWS CORPUS…
  python3 tools/train-extractor/page_types.py ROWS [--out FILE] [--trees]

A multinomial logistic regression over the features of `kind/page-model`; `--trees` compares it with gradient-boosted trees. Hosts are grouped over all corpora and never on both
sides of a fold; made pages are grouped by the markup that made them. Prints a confusion table of the folds and of left-out corpora, and writes src/stages/extract/model/page-types.json. Deterministic.
"""
import argparse
import json
import os

import numpy as np
from sklearn.linear_model import LogisticRegression

HERE = os.path.dirname(os.path.abspath(__file__))
NO_TRAINING = {'big9'}   # no licence: only for evaluation
CLASSES = ['article', 'forum', 'product', 'documentation', 'service', 'list', 'login-wall']
PENALTY = .05            # inverse of the strength: .02 to .2 give the same within the noise
MADE = .5                # weight of a made page
FOLDS = 5


def read(path):
    with open(path, encoding='utf-8') as lines:
        names = json.loads(next(lines))
        rows = [json.loads(line) for line in lines]
    return names, [r for r in rows if r['class'] in CLASSES]


def folds_of(rows):
    """A fold for each host; the hosts of a corpus are dealt in turns, in the order of their hash."""
    import hashlib
    hosts = sorted({(r['corpus'], r['host']) for r in rows}, key=lambda h: hashlib.sha1(h[1].encode()).hexdigest())
    fold, n = {}, {}
    for corpus, host in hosts:
        n[corpus] = n.get(corpus, -1) + 1
        fold.setdefault(host, n[corpus] % FOLDS)
    return np.array([fold[r['host']] for r in rows])


def weights_of(rows, y):
    w = np.array([MADE if r['corpus'] == 'made' else 1 for r in rows], float)
    total = {c: w[y == k].sum() for k, c in enumerate(CLASSES)}
    goal = {c: 1 if c == 'article' else .35 for c in CLASSES}   # the web's articles outnumber each other kind in a crawl
    return np.array([w[i] * goal[CLASSES[y[i]]] * 1000 / max(1, total[CLASSES[y[i]]]) for i in range(len(rows))])


def fit(x, y, w):
    mean, sd = x.mean(0), x.std(0) + 1e-3
    model = LogisticRegression(C=PENALTY, max_iter=300, tol=1e-4).fit((x - mean) / sd, y, sample_weight=w)
    coef, intercept = np.zeros((len(CLASSES), x.shape[1])), np.full(len(CLASSES), -30.)
    coef[model.classes_] = model.coef_ / sd
    intercept[model.classes_] = model.intercept_ - (model.coef_ / sd) @ mean
    return coef, intercept


def predict(model, x):
    s = x @ model[0].T + model[1]
    e = np.exp(s - s.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def fit_trees(x, y, w):
    import lightgbm as lgb
    p = dict(objective='multiclass', num_class=len(CLASSES), num_leaves=7, learning_rate=.06, min_data_in_leaf=12, lambda_l2=5, feature_fraction=.5, bagging_fraction=.8, bagging_freq=1, seed=3, deterministic=True, num_threads=1, verbose=-1)
    return lgb.train(p, lgb.Dataset(x, y, weight=w), 160)


def table(title, rows, y, p):
    print(title)
    print('%-42s %5s ' % ('', 'pages') + ' '.join('%8s' % c[:8] for c in CLASSES))
    best = p.argmax(1)
    groups = sorted({(CLASSES[y[i]], r['corpus']) for i, r in enumerate(rows)})
    for c, corpus in groups:
        at = [i for i, r in enumerate(rows) if CLASSES[y[i]] == c and r['corpus'] == corpus]
        print('%-42s %5d ' % (c + ' (' + corpus + ')', len(at)) + ' '.join('%8d' % (best[at] == k).sum() for k in range(len(CLASSES))))


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('rows')
    ap.add_argument('--out', default=os.path.join(HERE, '..', '..', 'src', 'stages', 'extract', 'model', 'page-types.json'))
    ap.add_argument('--trees', action='store_true')
    ap.add_argument('--predictions')
    a = ap.parse_args()
    names, rows = read(a.rows)
    x = np.array([r['features'] for r in rows], float)
    y = np.array([CLASSES.index(r['class']) for r in rows])
    learns = np.array([r['corpus'] not in NO_TRAINING for r in rows])
    fold = folds_of(rows)
    fitter, predicter = (fit_trees, lambda m, x: m.predict(x)) if a.trees else (fit, predict)

    def held_back(group):
        p = np.zeros((len(rows), len(CLASSES)))
        for k in sorted(set(group)):
            train = (group != k) & learns
            sub = [r for i, r in enumerate(rows) if train[i]]
            p[group == k] = predicter(fitter(x[train], y[train], weights_of(sub, y[train])), x[group == k])
        return p
    by_fold = held_back(fold)
    table('folds of hosts not seen', rows, y, by_fold)
    if a.predictions:
        with open(a.predictions, 'w') as out:
            for i, r in enumerate(rows):
                out.write(json.dumps(dict(corpus=r['corpus'], id=r['id'], truth=r['class'], type=r['type'], rule=r['rule'], stored=r['isStored'], p=[round(float(v), 4) for v in by_fold[i]])) + '\n')
    table('corpus left out', rows, y, held_back(np.array([r['corpus'] for r in rows])))
    if a.trees:
        return
    sub = [r for i, r in enumerate(rows) if learns[i]]
    coef, intercept = fit(x[learns], y[learns], weights_of(sub, y[learns]))
    kinds = {c: dict(intercept=round(float(intercept[k]), 4), weights={n: round(float(v), 4) for n, v in zip(names, coef[k])}) for k, c in enumerate(CLASSES)}
    with open(a.out, 'w') as out:
        json.dump(dict(version='page-types-2', features=names, kinds=kinds), out, indent=1)
        out.write('\n')


if __name__ == '__main__':
    main()
