/** A string or number that must not be mixed with its plain kin; only one function makes each. */
export type Brand<Base, Name extends string> = Base & { readonly __brand: Name };
