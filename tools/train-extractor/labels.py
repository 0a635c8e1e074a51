"""Which blocks of a page are body: the gold aligned with the page's text."""
import re
from collections import Counter

import numpy as np
from numba import njit

CJK = '\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af'
TOKEN = re.compile('[%s]|[^\\W%s]+' % (CJK, CJK))
RUN_PRICE = 1.5         # what each run of matches costs, so that scattered common words do not match
LARGEST = 4e8           # cells of the alignment; a longer page is cut


def fold(text):
    """Words, lower case; a CJK character each."""
    return [x.lower() for x in TOKEN.findall(text or '')]


def grams(tokens, n=4):
    return [tuple(tokens[i:i + n]) for i in range(max(1, len(tokens) - n + 1))] if tokens else []


@njit(cache=True)
def align(a, b, price):
    """Longest common subsequence of page tokens a and gold tokens b, each run of matches costing `price`: long runs win over
    scattered common words. -> masks of the matched tokens in a and in b."""
    n, m = len(a), len(b)
    best = np.zeros((2, m + 1), np.float32)
    last = np.full(m + 1, -1e9, np.float32)
    way = np.zeros((n + 1, m + 1), np.uint8)          # bits 0-1: 0 up, 1 left, 2 match; bit 2: the match goes on a run
    for i in range(1, n + 1):
        cur, prv = i & 1, (i - 1) & 1
        now = np.full(m + 1, -1e9, np.float32)
        best[cur, 0] = 0
        for j in range(1, m + 1):
            flags = 0
            if a[i - 1] == b[j - 1]:
                go, start = last[j - 1] + 1, best[prv, j - 1] + 1 - price
                if go >= start:
                    now[j] = go
                    flags |= 4
                else:
                    now[j] = start
            up, left = best[prv, j], best[cur, j - 1]
            if now[j] > up and now[j] > left:
                best[cur, j] = now[j]
                flags |= 2
            elif up >= left:
                best[cur, j] = up
            else:
                best[cur, j] = left
                flags |= 1
            way[i, j] = flags
        last = now
    in_a, in_b = np.zeros(n, np.uint8), np.zeros(m, np.uint8)
    i, j, run = n, m, 0
    while i > 0 and j > 0:
        flags = way[i, j]
        if run == 1 or flags & 3 == 2:
            in_a[i - 1] = 1
            in_b[j - 1] = 1
            run = 1 if flags & 4 else 0
            i -= 1
            j -= 1
        elif flags & 3 == 1:
            j -= 1
        else:
            i -= 1
    return in_a, in_b


def body_labels(blocks, gold):
    """Share of each block's tokens that the gold has: 0 or 1 for 99.7 % of the blocks. Both are lists of tokens."""
    numbers = {}
    a = np.array([numbers.setdefault(t, len(numbers)) for x in blocks for t in x], np.int32)
    b = np.array([numbers.setdefault(t, len(numbers)) for t in gold], np.int32)
    if len(a) * len(b) > LARGEST:
        a = a[:int(LARGEST / len(b))]
    in_a, in_b = align(a, b, RUN_PRICE) if len(a) and len(b) else (np.zeros(len(a), np.uint8), np.zeros(len(b), np.uint8))
    rest = Counter(tuple(gold[i:i + 4]) for i in range(len(gold) - 3) if not in_b[i:i + 4].any())
    out, p = [], 0
    for x in blocks:
        share = float(in_a[p:p + len(x)].mean()) if x and p + len(x) <= len(in_a) else 0.0
        p += len(x)
        if share < .5 and len(x) >= 6:               # gold that is not in page order
            g = grams(x)
            if sum(rest.get(y, 0) > 0 for y in g) > .8 * len(g):
                share = 1.0
                for y in g:
                    if rest.get(y, 0) > 0:
                        rest[y] -= 1
        out.append(share)
    return out


def snippet_labels(texts, gold):
    """1 where a block holds a text that must be there, 0 where it holds one that must not, -1 unknown."""
    def folded(s):
        return re.sub(r'\s+', ' ', s).strip()
    texts = [folded(t) for t in texts]
    labels = [-1.0] * len(texts)
    for snippet, value in [(x, 1.0) for x in gold.get('with', [])] + [(x, 0.0) for x in gold.get('without', [])]:
        for i, text in enumerate(texts):
            if folded(snippet) in text and (labels[i] < 0 or value):
                labels[i] = value
    return labels
