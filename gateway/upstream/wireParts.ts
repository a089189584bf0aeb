import { z } from 'zod'

/** A link: a page by http or https, or a path on the requested host. Never a script. */
export const link = z.string().regex(/^(https?:\/\/[^/]|\/($|[^/\\]))/)

/** A count that fits the API's integers. */
export const count = z.int32().nonnegative()

/**
 * An id or a cursor of a service: opaque text (docs/decisions/0213). Whole numbers are read as text. A number that a double
 * cannot hold is refused, because it would name another object.
 */
export const opaque = z.union([z.string(), z.int()]).transform(String)
