import { describe, expect, it } from 'vitest';
import { expressionFault } from '../../../src/stages/url-patterns/check-expression.ts';

describe('expressionFault', () => {
  it.each([
    ['https?://a', 'anchored'],
    ['^https?://a', 'anchored'],
    ['^a\\$', 'anchored'],
    ['^(a$', 'no regular expression'],
    ['^(?:[a-z]+-)+$', 'nested'],
    ['^(?:(?:a*)b)*$', 'nested'],
    ['^(?:a{2,}){3,}$', 'nested'],
    ['^(a)\\1$', 'back reference'],
    [`^${'a'.repeat(30_000)}$`, 'longer'],
  ])('names what is wrong with %s', (expression, fault) => expect(expressionFault(expression)).toContain(fault));

  it.each([
    '^https?://(?:www\\.)?a\\.example/(?:[^?#]*/)?[^/?#]+-\\d{5,}$',
    '^[(+*]+\\(\\)+$',
    '^(?:a|b)+/[^)]*(?:c+)?$',
  ])('accepts %s', (expression) => expect(expressionFault(expression)).toBeNull());
});
