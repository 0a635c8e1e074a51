/** What the API's JSON makes of a record: times are ISO 8601 text. */
export type Json<T> = T extends Date
  ? string
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends readonly (infer Item)[]
      ? readonly Json<Item>[]
      : { readonly [Key in keyof T]: Json<T[Key]> };

export interface Items<T> {
  readonly items: readonly T[];
}

export interface Listed<T> extends Items<T> {
  readonly total: number;
}
