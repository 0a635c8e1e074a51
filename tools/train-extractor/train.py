"""Trains the block model on the features that the TypeScript code exports.

  python3 tools/train-extractor/train.py model     writes src/stages/extract/model/blocks.json
  python3 tools/train-extractor/train.py folds     writes a model a fold and a left-out corpus, for `bench/extract.ts --cv`; prints the plain figures
  python3 tools/train-extractor/train.py cv        prints the plain figures only

Options: --features DIR (exported features and labels; made when absent; holds page text: keep it outside the project), --models DIR (of `folds`),
--drop REGEX (ablation: without these features), --rounds N, --variants KINDS (default cut,restyled; '' for none), --with-big9 (training on all corpora: for comparison, never to ship).
Needs: pip install numpy numba lightgbm; node 24; the corpora (CORPORA=<dir>). Seeded: the same pages and versions give the same model."""
import argparse
import json
import os
import re
from collections import Counter, defaultdict

import lightgbm as lgb
import numpy as np

from pages import BODY, EVALUATION_ONLY, HERE, SNIPPETS, folds, read, scorer, weights, without

VERSION = 'blocks-4'
PARAMETERS = dict(objective='binary', learning_rate=.05, num_leaves=15, min_data_in_leaf=40, feature_fraction=.3, bagging_fraction=.8, bagging_freq=1,
                  lambda_l2=5, max_bin=63, min_sum_hessian_in_leaf=.05, verbose=-1, num_threads=1, deterministic=True, force_row_wise=True)
SEEDS = 2               # models whose scores are averaged
THRESHOLD = .5
FEWEST_HOSTS = 3        # a class word of fewer publishers would name a site
COMMON_WORD = 30        # hosts: a publisher's own name ("time") counts as a word from here on
OF_BEST = .6            # as in judge-blocks.ts
EXITS = (80, 240)       # trees after which a block far from text is given up
NEARLY_BODY = .25       # what a block has to reach in the end to be kept in the running,
LOST_AT_EXIT = .001     # and the share of such blocks that may be given up


def word_statistics(pages):
    """class word -> (sum over publishers of the share of its text that is body, publishers); and the share a publisher."""
    seen, total, own = defaultdict(lambda: [0.0, 0.0]), defaultdict(lambda: [0.0, 0]), {}
    for d in pages:
        if d['corpus'] == SNIPPETS or d['isVariant']:
            continue
        for levels, y, n in zip(d['words'], d['y'], d['tokens']):
            for word in set(levels[0] + levels[1] + levels[2]):
                a = seen[word, d['group']]
                a[0] += (y >= .5) * n
                a[1] += n
    groups = {d['group'] for d in pages}
    users = Counter(word for word, _ in seen)
    for (word, group), (body, tokens) in seen.items():
        if tokens and (word not in groups or users[word] >= COMMON_WORD):
            own[word, group] = body / tokens
            total[word][0] += body / tokens
            total[word][1] += 1
    return total, own


def word_value(total, hosts):
    return (total + 2 * .35) / (hosts + 2)


def word_features(page, value):
    """As features/class-words.ts: w0 w1 w2 wmin wmax wamin wamax."""
    out = np.full((len(page['words']), 7), -1.0, np.float32)
    for i, levels in enumerate(page['words']):
        v = [[x for x in map(value, level) if x is not None] for level in levels]
        for k in range(3):
            if v[k]:
                out[i, k] = sum(v[k]) / len(v[k])
        near = v[0] + v[1] + v[2]
        if near:
            out[i, 3], out[i, 4] = min(near), max(near)
        if v[3]:
            out[i, 5], out[i, 6] = min(v[3]), max(v[3])
    return out


def fit(pages, keep, rounds):
    """-> (boosters, values of class words). A page's own publisher is left out of the word values it is trained with, or the model would believe them too much."""
    total, own = word_statistics(pages)
    xs, ys, ws = [], [], []
    for d in pages:
        def value(word, group=d['group']):
            s, n = total.get(word, (0.0, 0))
            if (word, group) in own:
                s, n = s - own[word, group], n - 1
            return word_value(s, n) if n >= FEWEST_HOSTS else None
        x, y, w = d['X'], (d['y'] >= .5).astype(float), weights(d)
        used = w > 0
        xs.append(np.hstack([x, word_features(d, value)])[:, keep][used])
        ys.append(y[used])
        ws.append(w[used])
    w, x, y = np.concatenate(ws), np.vstack(xs), np.concatenate(ys)
    boosters = [lgb.train(dict(PARAMETERS, seed=s + 1), lgb.Dataset(x, y, weight=w / w.mean()), rounds) for s in range(SEEDS)]
    return boosters, exits(boosters, x), {word: round(word_value(s, n), 3) for word, (s, n) in sorted(total.items()) if n >= FEWEST_HOSTS}


def exits(boosters, x):
    """[trees, sum]: after this number of trees (of all seeds in turn) a row with a lower sum is given up (soft cascade: Bourdev and Brandt, 2005)."""
    def total(trees):
        return np.mean([m.predict(x, raw_score=True, num_iteration=trees // len(boosters)) for m in boosters], axis=0)
    kept = 1 / (1 + np.exp(-total(len(boosters) * boosters[0].num_trees()))) >= NEARLY_BODY
    return [[trees, round(float(np.quantile(total(trees)[kept], LOST_AT_EXIT)), 3)] for trees in EXITS]


def model_file(boosters, exits, words, names, keep, version):
    """The format is forest.ts's. Thresholds and leaves are rounded: 4 digits are enough, and a third of the size."""
    trees = []
    # a tree of each seed in turn: the first ones say what the whole will
    for tree in [t for of_all in zip(*(m.dump_model()['tree_info'] for m in boosters)) for t in of_all]:
        features, thresholds, left, right, leaves, counts = [], [], [], [], [], []

        def walk(node):
            if 'leaf_value' in node:
                leaves.append(round(node['leaf_value'] / len(boosters), 4))
                counts.append(node['leaf_count'])
                return ~(len(leaves) - 1)
            i = len(features)
            features.append(keep[node['split_feature']])
            thresholds.append(float('%.4g' % node['threshold']))
            left.append(0)
            right.append(0)
            left[i] = walk(node['left_child'])
            right[i] = walk(node['right_child'])
            return i
        walk(tree['tree_structure'])
        # how much of the training passed through a leaf, in thousandths: for explanations only
        shares = [max(1, round(1000 * n / sum(counts))) for n in counts]
        trees.append([features, thresholds, left, right, leaves, shares])
    return dict(version=version, features=names['all'], words=words, threshold=THRESHOLD, exits=exits, trees=trees)


def write(path, model):
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    with open(path, 'w') as out:
        json.dump(model, out, separators=(',', ':'), ensure_ascii=False)
        out.write('\n')
    print(path, os.path.getsize(path), 'bytes', len(model['words']), 'words')


def body_text(page, p):
    needed = THRESHOLD if (p >= THRESHOLD).any() else p.max() * OF_BEST
    return ''.join(('\n' if page['breaks'][i] == 1 else '\n\n') + page['text'][i] for i in range(len(p)) if p[i] >= needed).strip()


def trained_on(pages, variants, indexes, a):
    """The pages of a training, each followed by its variants."""
    used = [pages[i] for i in indexes if a.with_big9 or pages[i]['corpus'] not in EVALUATION_ONLY]
    return [x for d in used for x in [d, *variants[d['corpus'], d['id']]]]


def run(splits, names, pages, variants, a):
    """Trains on each split and scores the blocks alone, without the rules around the model. `splits`: name -> (train, test)."""
    score, rows, gain, tested = scorer(), defaultdict(list), 0, {}
    keep = [j for j, x in enumerate(names['all']) if not (a.drop and re.search(a.drop, x))]
    for name, (train, test) in splits.items():
        boosters, leaving, words = fit(trained_on(pages, variants, train, a), keep, a.rounds)
        gain = gain + boosters[0].feature_importance('gain')
        if a.models:
            write(os.path.join(a.models, name + '.json'), model_file(boosters, leaving, words, names, keep, f'{VERSION}-{name}'))
        tested[name] = [[pages[i]['corpus'], pages[i]['id']] for i in test]
        for i in test:
            d = pages[i]
            x = np.hstack([d['X'], word_features(d, words.get)])[:, keep]
            p = 1 / (1 + np.exp(-np.mean([m.predict(x, raw_score=True) for m in boosters], axis=0)))
            rows[d['corpus']].append(score.score_case(d['case'], {'body': body_text(d, p), 'title': d['title']}, rouge=False))
    for corpus, r in rows.items():
        v = score.m_snip(r) if corpus == SNIPPETS else score.m_body(r)
        print('%-22s' % corpus, '  '.join('%s %.4f' % x for x in v.items() if x[0] != 'accuracy'))
    print('most gain:', ', '.join('%s %.3f' % (names['all'][keep[j]], gain[j] / gain.sum()) for j in np.argsort(-gain)[:15]))
    return tested


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('what', choices=['model', 'folds', 'cv'])
    ap.add_argument('--features', default=os.path.join(os.path.expanduser('~'), '.cache', 'newshawk-train'))
    ap.add_argument('--models')
    ap.add_argument('--drop')
    ap.add_argument('--rounds', type=int, default=420)
    ap.add_argument('--with-big9', action='store_true')
    ap.add_argument('--variants', default='cut,restyled')
    a = ap.parse_args()
    names, pages, variants = read(a.features, a.variants.split(','))
    if a.what == 'model':
        keep = list(range(len(names['all'])))
        boosters, leaving, words = fit(trained_on(pages, variants, range(len(pages)), a), keep, a.rounds)
        write(a.models or os.path.join(HERE, '..', '..', 'src', 'stages', 'extract', 'model', 'blocks.json'), model_file(boosters, leaving, words, names, keep, VERSION))
        return
    splits = {f'fold-{k}': s for k, s in enumerate(folds(pages))}
    print('host-grouped 5 folds')
    tested = run(splits, names, pages, variants, a)
    if a.what == 'folds':
        print('corpus left out')
        tested |= run({f'without-{c}': without(pages, c) for c in BODY}, names, pages, variants, a)
        with open(os.path.join(a.models, 'tested.json'), 'w') as out:
            json.dump(tested, out)


if __name__ == '__main__':
    main()
