import { graphql, readInlineData } from 'react-relay/hooks'
import type { readFtpIntegration_customer$key } from '../../__generated__/readFtpIntegration_customer.graphql.ts'
import type { Versioned } from '../../shared/settings/useSettingsForm.ts'

const fragment = graphql`
  fragment readFtpIntegration_customer on Customer @inline {
    version
    business {
      callbackUrl
      callbackFormat
    }
  }
`

/** The formats of delivery notices that this client knows. */
export const callbackFormats = ['JSON', 'XML', 'CSV'] as const

export type FtpField = 'callbackUrl' | 'callbackFormat'

/** The texts in the fields of the form. Without an integration, both are empty. */
export type FtpTexts = Readonly<Record<FtpField, string>>

/** The FTP integration that a query or a mutation has read. */
export function readFtpIntegration(key: readFtpIntegration_customer$key): Versioned<FtpTexts> {
  const { version, business } = readInlineData(fragment, key)
  const texts = { callbackUrl: business?.callbackUrl ?? '', callbackFormat: business?.callbackFormat ?? '' }
  return { texts, version: version ?? null }
}
