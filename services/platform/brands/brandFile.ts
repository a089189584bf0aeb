import { z } from 'zod'
import { countryCodes } from '../catalogue/catalogue.ts'
import { locales } from '../locales.ts'
import { currencies } from '../money.ts'

const shapes = ['soft', 'round', 'square'] as const

/** The message of a schema: it completes the sentence "lumina.json: channel must be …". */
function must(expected: string) {
  return {
    error: ({ input }: { readonly input?: unknown }) => (input === undefined ? 'is missing' : `must be ${expected}`),
  }
}

const line = z
  .string(must('a text of 1 to 100 characters'))
  .trim()
  .min(1, must('a text of 1 to 100 characters'))
  .max(100, must('a text of 1 to 100 characters'))
/** Mails write colours into style sheets, and mail programs know only this form. */
const colour = z
  .string(must('a colour such as #1f5f55'))
  .regex(/^#[0-9a-f]{6}$/, must('a colour such as #1f5f55, with small letters'))
const link = z
  .string(must('a URL of http or https, or a path such as /editor'))
  .refine(isLink, must('a URL of http or https, or a path such as /editor'))
const script = z
  .string(must('a URL of https, or a path such as /consent.js'))
  .refine(isScript, must('a URL of https, or a path such as /consent.js'))
const scriptOfWidget = z
  .string(must('a URL of https, or a path, with {id} in it'))
  .refine((url) => url.includes('{id}') && isScript(url.replaceAll('{id}', 'id')), {
    error: 'must be a URL of https, or a path, with {id} in it',
  })
const flags = z.record(
  z.string().regex(/^[A-Za-z]{1,100}$/, must('a name of letters')),
  z.boolean(must('true or false')),
  must('an object of flags'),
)
const kinds = z.array(z.enum(['card', 'directDebit'], must('card or directDebit')), must('a list'))

/** Neutral colours that a brand does not set are those of the client's design system (`palette.ts`). */
const coloursSchema = z.strictObject(
  {
    accent: colour,
    onAccent: colour,
    canvas: colour.exactOptional(),
    surface: colour.exactOptional(),
    sunken: colour.exactOptional(),
    text: colour.exactOptional(),
    muted: colour.exactOptional(),
    border: colour.exactOptional(),
  },
  must('an object of colours'),
)

const weight = z
  .int(must('a weight from 100 to 900'))
  .min(100, must('a weight from 100 to 900'))
  .max(900, must('a weight from 100 to 900'))

/** A typeface from the folder of the brand. */
const fontSchema = z.strictObject(
  {
    family: z
      .string(must('a name of letters, digits and spaces'))
      .regex(/^[A-Za-z][A-Za-z0-9 ]{0,40}$/, must('a name of letters, digits and spaces')),
    file: z
      .string(must('a name such as nunito.woff2'))
      .regex(/^[a-z0-9-]+\.woff2$/, must('a name such as nunito.woff2')),
    /** One weight, or the range of a variable font. */
    weights: z
      .string(must('weights such as 400 or 200 900'))
      .regex(/^[1-9]00( [1-9]00)?$/, must('weights such as 400 or 200 900')),
    /** What is shown until the font has loaded, and where no font is loaded, such as in mails. */
    fallback: z.enum(['serif', 'sans-serif'], must('serif or sans-serif')),
  },
  must('an object'),
)
const fontsSchema = z.strictObject(
  { display: fontSchema, text: fontSchema, headingWeight: weight.default(420) },
  must('an object with display and text, or null'),
)

const linksSchema = z.strictObject(
  {
    faq: link,
    customerCare: link,
    /** The shop. Orders name its host. */
    storeFront: link,
    terms: link,
    privacy: link,
    editor: link,
  },
  must('an object of links'),
)
const localLinksSchema = linksSchema.exactPartial()

/** The company that sells under a brand, as the law wants it on an invoice. */
const sellerSchema = z.strictObject(
  {
    name: line,
    street: line,
    postalCode: line,
    city: line,
    /** A code of two letters, such as `NL`. */
    country: z.string(must('a code such as NL')).regex(/^[A-Z]{2}$/, must('a code such as NL')),
    vatId: z.string(must('a VAT id')).regex(/^[A-Z]{2}[A-Z0-9]{2,13}$/, must('a VAT id such as NL812345678B01')),
    /** The number in the trade register. */
    registration: line,
    email: z.email(must('an e-mail address')),
  },
  must('an object'),
)

/** Another host of a brand, such as `photos.lumina.example`. */
const hostSchema = z.strictObject(
  {
    host: z
      .string(must('a host such as photos.lumina.example'))
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/, must('a host such as photos.lumina.example, in small letters')),
    /** Flags that differ at this host. */
    features: flags.default({}),
  },
  must('an object with host'),
)

function byLocale<Value extends z.ZodType>(value: Value) {
  return z.partialRecord(z.enum(locales), value, must('an object by locale')).default({})
}

/** The file of a brand: `<key>.json` in the folder of brands (docs/operations.md). */
export const brandFileSchema = z.strictObject(
  {
    name: line,
    /** The label before the host of the public URL; null for the brand of the public URL itself. */
    subdomain: z
      .string(must('a label such as lumina, or null'))
      .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, must('a label such as lumina, or null'))
      .nullable(),
    /** Hosts of the brand's own. Links in mails lead to the first. */
    hosts: z.array(hostSchema, must('a list of hosts')).default([]),
    /** The OpenID issuer of its customers' sign-ins; null: our own. */
    authority: z
      .string(must('a label such as nordic, or null'))
      .regex(/^[a-z][a-z0-9-]{0,30}$/, must('a label such as nordic, or null'))
      .nullable()
      .default(null),
    /**
     * The id of the shop. Requests and answers contain it, and it is stored with galleries and exports, so it never
     * changes.
     */
    channel: z
      .string(must('1 to 20 letters, digits, hyphens or underscores'))
      .regex(/^[\w-]{1,20}$/, must('1 to 20 letters, digits, hyphens or underscores')),
    /** The first is the default. Locales without a catalogue are not offered. */
    locales: z
      .array(z.enum(locales, must(`one of ${locales.join(', ')}`)), must('a list of locales'))
      .min(1, must('a list of at least one locale')),
    seller: sellerSchema,
    /** The prefix of invoice numbers. No two brands share a prefix, so an invoice number identifies one document. */
    invoicePrefix: z.string(must('1 to 3 capitals')).regex(/^[A-Z]{1,3}$/, must('1 to 3 capitals')),
    currency: z.enum(currencies, must(`one of ${currencies.join(', ')}`)),
    /** Where the brand sells, its home first. */
    countries: z
      .array(z.enum(countryCodes, must(`one of ${countryCodes.join(', ')}`)), must('a list of countries'))
      .min(1, must('a list of at least one country')),
    colours: z.strictObject({ light: coloursSchema, dark: coloursSchema }, must('an object with light and dark')),
    /** Null: the fonts of the client's design system, and Noto Sans in invoices. */
    fonts: fontsSchema.nullable().default(null),
    /** The corners of buttons, cards and pictures. */
    shape: z.enum(shapes, must(`one of ${shapes.join(', ')}`)).default('soft'),
    features: flags,
    /** How many days deleted photos can be restored; 0: they are deleted for good immediately. */
    trashDays: z
      .int(must('a whole number from 0 to 365'))
      .min(0, must('a whole number from 0 to 365'))
      .max(365, must('a whole number from 0 to 365')),
    /** How many bytes each customer may store; null: without a limit. The trash and unfinished uploads count. */
    quotaBytes: z
      .int(must('a whole number of bytes, at least 1, or null'))
      .min(1, must('a whole number of bytes, at least 1, or null'))
      .nullable(),
    /** The kinds of payment methods that customers may store, by the kind of their account. Empty: none. */
    paymentMethods: z.strictObject({ personal: kinds, business: kinds }, must('an object with personal and business')),
    /** Pages outside the library. A path is a page at the hosts of the brand: ours, such as `/help`, or the brand's. */
    links: linksSchema,
    /** Links that differ in a locale. */
    localLinks: byLocale(localLinksSchema),
    /** Hosts that the shop had earlier. Orders that name them belong to this brand, also on later invoices. */
    formerShopHosts: z
      .array(
        z
          .string(must('a host such as www.lumina.example'))
          .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, must('a host such as www.lumina.example, in small letters')),
        must('a list of hosts'),
      )
      .default([]),
    /**
     * The script of the brand's consent platform or tag manager. Pages load the script if the visitor allows analytics
     * or marketing.
     */
    consentScript: script.nullable().default(null),
    /** The script of the feedback widget. `{id}` stands for the id of the locale. */
    feedbackScript: scriptOfWidget.nullable().default(null),
    /** The id of the feedback widget in each locale. A locale without an id has no widget. */
    feedbackWidgets: byLocale(
      z
        .string(must('1 to 60 letters, digits, hyphens or underscores'))
        .regex(/^[\w-]{1,60}$/, must('1 to 60 letters, digits, hyphens or underscores')),
    ),
  },
  must('an object'),
)

/** What a brand's file says. */
export type BrandFile = z.infer<typeof brandFileSchema>

export type Seller = z.infer<typeof sellerSchema>

export type Links = z.infer<typeof linksSchema>

export type Shape = (typeof shapes)[number]

export type BrandFont = z.infer<typeof fontSchema>

/** The colours of one mode. */
export type Colours = z.infer<typeof coloursSchema>

function isLink(value: string): boolean {
  return /^\/(?![/\\])[^\s]*$/.test(value) || (/^https?:\/\/[^\s]+$/.test(value) && URL.canParse(value))
}

/**
 * True for the path or URL of a script. A host may have only letters, digits, dots and hyphens, because the content
 * security policy of pages names the origin of the script. URLs of this machine may begin with http, because browsers
 * trust it there.
 */
function isScript(value: string): boolean {
  const isWebUrl = /^(https:\/\/[a-z0-9.-]+|http:\/\/(localhost|127\.0\.0\.1))(:\d{1,5})?\/[^\s]+$/.test(value)
  return isLink(value) && (value.startsWith('/') || isWebUrl)
}
