import { Ajv, type ErrorObject, type KeywordCxt, type ValidateFunction, _ } from 'ajv'
import { z } from 'zod'
import { opaque } from './wireParts.ts'
import { refuseUnsupported } from './wireSupport.ts'

/** Checks as zod does: patterns have no flags, and a format is checked only by its pattern. */
const ajv = new Ajv({
  strict: true,
  allowUnionTypes: true,
  unicodeRegExp: false,
  validateFormats: false,
})
/** Does what `opaque` does in zod: replaces a number by its text. */
ajv.addKeyword({
  keyword: 'asText',
  schemaType: 'boolean',
  code({ gen, data, it }: KeywordCxt) {
    const replace = () => gen.assign(_`${it.parentData}[${it.parentDataProperty}]`, _`String(${data})`)
    gen.if(_`typeof ${data} == "number"`, replace)
  },
})

/**
 * The schema of an upstream's response. It is written in zod, and compiled once to a check that takes a tenth of zod's
 * time (docs/decisions/0206). Unknown fields are allowed and kept. Ids that are numbers become text.
 *
 * The first use compiles it, in about 5 ms: compiling all schemas would take a fifth of the gateway's start.
 */
export class WireSchema<Answer> {
  /** All schemas, so that a test can compare each with zod. */
  static readonly all: WireSchema<unknown>[] = []
  /** The schema as it was written. */
  readonly zod: z.ZodType<Answer>
  #compiled: ValidateFunction<Answer> | undefined

  constructor(zod: z.ZodType<Answer>) {
    this.zod = zod
    WireSchema.all.push(this)
  }

  get #validate(): ValidateFunction<Answer> {
    return (this.#compiled ??= ajv.compile<Answer>(jsonSchemaOf(this.zod)))
  }

  /** True when a parsed JSON value fits the schema. Changes the value: ids that are numbers become text. */
  accepts(value: unknown): value is Answer {
    return this.#validate(value)
  }

  /**
   * The first difference of a value that does not fit, such as `images[].created must be string`. Contains no values.
   */
  differenceOf(value: unknown): string {
    this.#validate(value)
    const [error] = this.#validate.errors ?? []
    return error ? sentenceOf(error) : 'it matches the schema'
  }
}

/**
 * Makes the schema of a response. Its first use compiles it.
 * @throws Error for what the compiled check cannot check as zod does, such as transforms and refinements
 */
export function wireSchema<Schema extends z.ZodType>(zod: Schema): WireSchema<z.infer<Schema>> {
  refuseUnsupported(zod)
  // The type that zod's `parse` returns.
  return new WireSchema(zod as z.ZodType<z.infer<Schema>>)
}

function jsonSchemaOf(zod: z.ZodType): object {
  return z.toJSONSchema(zod, {
    target: 'draft-07',
    // With `input`, the JSON Schema allows unknown fields.
    io: 'input',
    unrepresentable: 'throw',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === opaque) replaceByText(jsonSchema)
      joinNull(jsonSchema)
    },
  })
}

function replaceByText(schema: z.core.JSONSchema.BaseSchema): void {
  delete schema.anyOf
  const { MIN_SAFE_INTEGER: minimum, MAX_SAFE_INTEGER: maximum } = Number
  Object.assign(schema, { type: ['string', 'integer'], minimum, maximum, asText: true })
}

/** Writes `X or null` as one list of types, so that ajv does not create an unread error for every null. */
function joinNull(schema: z.core.JSONSchema.BaseSchema): void {
  const [value, nothing, ...others] = schema.anyOf ?? []
  if (!value || nothing?.type !== 'null' || others.length > 0) return
  if (value.type === undefined || 'const' in value || 'enum' in value) return
  delete schema.anyOf
  Object.assign(schema, value, { type: [value.type, 'null'].flat() })
}

/** Names the place in the schema, not in the response: keys of the response may be personal data. */
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
  return `${place || 'it'} ${message ?? 'does not match the schema'}`
}
