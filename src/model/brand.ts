/** A string or number that must not be mixed with plain ones. One function makes each brand. */
export type Brand<Base, Name extends string> = Base & { readonly __brand: Name };
