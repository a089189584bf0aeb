import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { z } from 'zod'
import { refuseUnfaithful } from './wireSupport.ts'

/** Agrees with zod: patterns are without flags, and formats nothing but patterns. */
const ajv = new Ajv({
  strict: true,
  allowUnionTypes: true,
  unicodeRegExp: false,
  validateFormats: false,
})

/**
 * What an upstream's answer must look like: written in zod, compiled once to a check that costs a tenth of zod's own
 * (docs/decisions/0206). Fields that are not named are let be, and stay in the value.
 */
export class WireSchema<Answer> {
  /** All that were compiled, so that a test can hold each of them against zod. */
  static readonly compiled: WireSchema<unknown>[] = []
  /** As it was written. */
  readonly zod: z.ZodType<Answer>
  readonly #validate: ValidateFunction<Answer>

  constructor(zod: z.ZodType<Answer>) {
    this.zod = zod
    this.#validate = ajv.compile<Answer>(jsonSchemaOf(zod))
    WireSchema.compiled.push(this)
  }

  /** Whether a value that came out of JSON is as agreed. */
  accepts(value: unknown): value is Answer {
    return this.#validate(value)
  }

  /** Where a value that is not accepted differs first, such as `images[].created must be string`. Holds no values. */
  differenceOf(value: unknown): string {
    this.#validate(value)
    const [error] = this.#validate.errors ?? []
    return error ? sentenceOf(error) : 'it is as agreed'
  }
}

/**
 * Compiles what an upstream's answer must look like.
 * @throws Error at once for what the compiled check could not check as zod does, such as transforms and refinements
 */
export function wireSchema<Schema extends z.ZodType>(zod: Schema): WireSchema<z.infer<Schema>> {
  refuseUnfaithful(zod)
  // zod's own inference: that which `parse` returns.
  return new WireSchema(zod as z.ZodType<z.infer<Schema>>)
}

function jsonSchemaOf(zod: z.ZodType): object {
  return z.toJSONSchema(zod, {
    target: 'draft-07',
    // As input: fields that are not named may be there.
    io: 'input',
    unrepresentable: 'throw',
    override: ({ jsonSchema }) => joinNull(jsonSchema),
  })
}

/** `X or null` as one list of types, which saves the check of every null an error that nobody reads. */
function joinNull(schema: z.core.JSONSchema.BaseSchema): void {
  const [value, nothing, ...others] = schema.anyOf ?? []
  if (!value || nothing?.type !== 'null' || others.length > 0) return
  if (typeof value.type !== 'string' || 'const' in value || 'enum' in value) return
  delete schema.anyOf
  Object.assign(schema, value, { type: [value.type, 'null'] })
}

/** Names the place in the schema and not in the answer, whose keys may be a customer's. */
function sentenceOf({ schemaPath, message }: ErrorObject): string {
  const place = schemaPath
    .replace(/^#/, '')
    .replace(/\/[^/]+$/, '')
    .replaceAll(/\/(?:anyOf|oneOf|allOf)\/\d+/g, '')
    .replaceAll(/\/properties\/([^/]+)/g, '.$1')
    .replaceAll('/items', '[]')
    .replaceAll('/additionalProperties', '.*')
    .replaceAll('/propertyNames', '.*')
    .replace(/^\./, '')
  return `${place || 'it'} ${message ?? 'is not as agreed'}`
}
