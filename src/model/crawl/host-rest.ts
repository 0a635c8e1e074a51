/** A host that said when it may be requested again (Retry-After). */
export interface HostRest {
  /** With port. */
  readonly host: string;
  /** When the rest began. */
  readonly setAt: Date;
  readonly until: Date;
}
