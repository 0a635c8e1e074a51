#!/usr/bin/env python3
"""Fits the confidence of a body: the probability that its F1 is at least .9.

  python3 tools/train-extractor/confidence.py --features DIR --models DIR     as `train.py folds` writes them

A logistic regression over the signals of `confidence/signals.ts`, whose signs are fixed beforehand. It is fitted on the extractions of models that have not seen the page's publisher:
on pages that it was trained on, the block model is too sure. Restyled and cut variants of the pages count too, with less weight: few of the pages go wrong. Writes src/stages/extract/model/confidence.json, and into DIR a model a fold (fold-0.confidence.json), fitted without
that fold's pages, for `npm run bench:extract -- --reliability DIR`. Deterministic.
"""
import argparse
import json
import os
import subprocess
import tempfile

import numpy as np
from scipy.optimize import minimize

from pages import BODY, CORPORA, HERE, cases, scorer

RIGHT = .9              # F1 of a body that is right
PENALTY = 15            # of squared weights of standardised signals: 2 to 30 give the same within the noise, 15 the least log loss
VARIANT_WEIGHT = .2     # of a variant of a page
LEAST = .03             # a smaller weight of a standardised signal is left out
# more of the signal: more (1) or less (-1) confidence. A fixed sign keeps 700 pages from teaching nonsense
SIGNS = dict(precision=1, recall=1, doubtful=-1, added=-1, gaps=-1, before=-1, after=-1, mainContainer=1, articles=-1, repetition=-1, densestRun=1, description=-1)
LEVELS = [0, .3, .5, .7, .8, .9, .95, 1.01]


def read(models, features):
    """-> rows (corpus, fold, F1, signals, whether it is a variant) of the pages with a whole gold."""
    corpora = [os.path.abspath(os.path.join(CORPORA, c)) for c in BODY]
    score, known = scorer(), cases()
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, 'signals.jsonl')
        subprocess.run(['npm', 'run', '--silent', 'train:signals', '--', out, os.path.abspath(models), os.path.abspath(os.path.join(features, 'variants', 'labels.json')), *corpora], cwd=os.path.join(HERE, '..', '..'), check=True)
        with open(out, encoding='utf-8') as lines:
            pages = [json.loads(line) for line in lines]
    return [(d['corpus'], d['fold'], d['f'] if 'f' in d else score.score_case(known[d['corpus'], d['id']], d, rouge=False)['f'], d['signals'], 'f' in d) for d in pages]


def fit(x, y, weights, names):
    """-> (intercept, weights, means) for the signals as they are."""
    mean, sd = x.mean(0), x.std(0) + 1e-6
    z = (x - mean) / sd

    def loss(b):
        s = z @ b[1:] + b[0]
        p = 1 / (1 + np.exp(-s))
        return np.sum(weights * (np.logaddexp(0, s) - y * s)) + PENALTY / 2 * np.sum(b[1:] ** 2), np.r_[np.sum(weights * (p - y)), z.T @ (weights * (p - y)) + PENALTY * b[1:]]
    bounds = [(None, None)] + [(0, None) if SIGNS[n] > 0 else (None, 0) for n in names]
    b = minimize(loss, np.zeros(len(names) + 1), jac=True, method='L-BFGS-B', bounds=bounds).x
    kept = np.where(np.abs(b[1:]) >= LEAST, b[1:], 0)
    return b[0] - np.sum(kept / sd * mean), kept / sd, mean, kept


def predict(model, x):
    return 1 / (1 + np.exp(-(model[0] + x @ model[1])))


def write(path, model, names):
    signals = {n: dict(weight=round(float(w), 4), mean=round(float(m), 4)) for n, w, m in zip(names, model[1], model[2]) if w != 0}
    with open(path, 'w') as out:
        json.dump(dict(intercept=round(float(model[0]), 4), signals=signals), out, indent=2)
        out.write('\n')


def describe(title, p, f):
    y, order = f >= RIGHT, np.argsort(-p, kind='stable')
    sure = p >= .9
    likelihood = -np.mean(np.log(np.where(y, p, 1 - p).clip(1e-6)))
    rank = np.empty(len(p))
    rank[order[::-1]] = np.arange(len(p))
    auc = (rank[y].sum() - y.sum() * (y.sum() - 1) / 2) / max(1, y.sum() * (~y).sum())
    print('%-22s %4d pages, right %.3f, log loss %.4f, AUC %.3f; confidence >= .9: %.3f of the pages, right %.4f; the surest 80 %%: right %.4f' % (
        title, len(p), y.mean(), likelihood, auc, sure.mean(), y[sure].mean() if sure.any() else 0, y[order[:int(.8 * len(p))]].mean()))


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--features', required=True)
    ap.add_argument('--models', required=True)
    ap.add_argument('--out', default=os.path.join(HERE, '..', '..', 'src', 'stages', 'extract', 'model', 'confidence.json'))
    a = ap.parse_args()
    rows = read(a.models, a.features)
    names = list(SIGNS)
    corpus, fold, f, is_variant = (np.array([r[k] for r in rows]) for k in (0, 1, 2, 4))
    x, y = np.array([[r[3][n] for n in names] for r in rows], float), (f >= RIGHT).astype(float)
    weights = np.where(is_variant, VARIANT_WEIGHT, 1)
    by_fold, by_corpus = np.zeros(len(rows)), np.zeros(len(rows))
    for k in sorted(set(fold)):
        model = fit(x[fold != k], y[fold != k], weights[fold != k], names)
        by_fold[fold == k] = predict(model, x[fold == k])
        write(os.path.join(a.models, f'{k}.confidence.json'), model, names)
    for c in sorted(set(corpus)):
        by_corpus[corpus == c] = predict(fit(x[corpus != c], y[corpus != c], weights[corpus != c], names), x[corpus == c])
    for c in sorted(set(corpus)):
        describe(c, by_fold[(corpus == c) & ~is_variant], f[(corpus == c) & ~is_variant])
    describe('variants', by_fold[is_variant], f[is_variant])
    whole, model = ~is_variant, fit(x, y, weights, names)
    by_fold, by_corpus, f, y = by_fold[whole], by_corpus[whole], f[whole], y[whole]
    describe('all, folds', by_fold, f)
    describe('all, corpus left out', by_corpus, f)
    for low, high in zip(LEVELS, LEVELS[1:]):
        inside = (by_fold >= low) & (by_fold < high)
        if inside.any():
            print('  %.2f to %.2f: %4d pages, confidence %.3f, right %.3f, mean F1 %.3f' % (low, min(1, high), inside.sum(), by_fold[inside].mean(), y[inside].mean(), f[inside].mean()))
    write(a.out, model, names)
    print('weights of standardised signals:', ', '.join('%s %.2f' % (n, w) for n, w in sorted(zip(names, model[3]), key=lambda v: -abs(v[1]))))


if __name__ == '__main__':
    main()
