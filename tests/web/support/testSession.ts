import { createIntl } from 'react-intl'
import type { Environment } from 'relay-runtime'
import type { SignIn } from '../../../web/auth/SignIn.ts'
import messages from '../../../web/locales/en-GB.json'
import { Session } from '../../../web/app/Session.ts'
import type { PublicConfig } from '../../../web/app/publicConfig.ts'
import { configWith } from './config.ts'
import { createTestEnvironment } from './environment.ts'

/** A session in English, with a gateway that the test controls. */
export function testSession(
  signIn: SignIn,
  environment: Environment = createTestEnvironment(),
  config: PublicConfig = configWith(),
): Session {
  return new Session({ config, locale: 'en-GB', environment, signIn, intl: createIntl({ locale: 'en-GB', messages }) })
}
