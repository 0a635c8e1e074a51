import type { DataValue } from '../../../model/data/data-value.ts';
import type { DataPage, DataScope } from '../data/data-page.ts';
import type { ValuePlaces } from './value-places.ts';

/** A part of a corrected page, and what a field has there. */
export interface FieldCase {
  readonly page: DataPage;
  readonly scope: DataScope;
  readonly places: ValuePlaces;
  readonly expected: DataValue;
  /** Less than 1 for a part of which little is known. */
  readonly weight: number;
}

/** A part of a page that nobody has corrected. */
export type OpenCase = Pick<FieldCase, 'page' | 'scope'>;
