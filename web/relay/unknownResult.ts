/**
 * The outcome of a result whose type this client does not know, because the gateway is newer. Relay types such a result
 * as `%other`, but at run time it has its real `__typename`. So a switch needs `default` beside `case '%other'`, which
 * never matches.
 * @param _result its type lets the compiler refuse a `default` that known types can reach
 */
export function unknownResult(_result: { readonly __typename: '%other' }): { readonly kind: 'failed' } {
  return { kind: 'failed' }
}
