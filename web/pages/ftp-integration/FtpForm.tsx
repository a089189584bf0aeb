import { FormattedMessage, useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { FtpForm_customer$key } from '../../__generated__/FtpForm_customer.graphql.ts'
import { DetailsList } from '../../shared/settings/DetailsList.tsx'
import { SettingsForm } from '../../shared/settings/SettingsForm.tsx'
import { useIsBlocked } from '../../shared/settings/useIsBlocked.ts'
import { useSettingsForm } from '../../shared/settings/useSettingsForm.ts'
import { useFieldErrors } from '../../shared/useFieldErrors.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './FtpIntegration.module.css'
import { FtpTest } from './FtpTest.tsx'
import { type FtpTexts, callbackFormats, readFtpIntegration } from './readFtpIntegration.ts'
import { type FtpProblem, useChangeFtpIntegration } from './useChangeFtpIntegration.ts'

const fragment = graphql`
  fragment FtpForm_customer on Customer {
    ...readFtpIntegration_customer
    ...useIsBlocked_customer
  }
`

/** The problems of a callback URL that have a message of their own. */
const explained: ReadonlySet<string> = new Set([
  'NOT_A_URL',
  'NOT_HTTPS',
  'HAS_CREDENTIALS',
  'PORT_NOT_ALLOWED',
  'HOST_NOT_PUBLIC',
])

/** The form for the callback URL and the format of delivery notices, and a test of the saved callback URL. */
export function FtpForm({ customer: key }: { readonly customer: FtpForm_customer$key }) {
  const { formatMessage } = useIntl()
  const customer = useFragment(fragment, key)
  const isBlocked = useIsBlocked(customer)
  const saved = readFtpIntegration(customer)
  const save = useChangeFtpIntegration()
  const form = useSettingsForm<FtpTexts, FtpProblem>({ name: 'ftpIntegration', saved, check: ftpProblems, save })
  const { texts, problems, type } = form
  const errorOf = useFieldErrors(texts, problems, (_field, problem) =>
    explained.has(problem) ? `ftp.problem.${problem}` : undefined,
  )
  const isReadOnly = form.state.kind === 'saving'
  const label = { url: formatMessage({ id: 'ftp.callbackUrl' }), format: formatMessage({ id: 'ftp.callbackFormat' }) }
  const none = { value: '', label: '' }
  return (
    <>
      <section aria-labelledby="ftp-notices" className={styles.section}>
        <h2 id="ftp-notices" className={styles.title}>
          <FormattedMessage id="ftp.notices" />
        </h2>
        <SettingsForm
          form={form}
          isBlocked={isBlocked}
          submit={<FormattedMessage id="settings.save" />}
          renderCurrent={({ callbackUrl, callbackFormat }) => (
            <DetailsList
              details={[
                { label: label.url, value: callbackUrl },
                { label: label.format, value: callbackFormat },
              ]}
            />
          )}
        >
          <TextField
            label={label.url}
            name="callbackUrl"
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            maxLength={500}
            value={texts.callbackUrl}
            error={errorOf('callbackUrl')}
            readOnly={isReadOnly}
            onChange={({ currentTarget }) => type({ ...texts, callbackUrl: currentTarget.value })}
          />
          <SelectField
            label={label.format}
            name="callbackFormat"
            value={texts.callbackFormat}
            options={[none, ...callbackFormats.map((format) => ({ value: format, label: format }))]}
            error={errorOf('callbackFormat')}
            disabled={isReadOnly}
            onChange={(callbackFormat) => type({ ...texts, callbackFormat })}
          />
        </SettingsForm>
      </section>
      {saved.texts.callbackUrl !== '' && (
        <FtpTest version={saved.version} isBlocked={isBlocked} isChanged={form.isChanged} />
      )}
    </>
  )
}

/** Checks only that a format is chosen when there is a callback URL. The service checks whether the URL is allowed. */
function ftpProblems({ callbackUrl, callbackFormat }: FtpTexts): readonly FtpProblem[] {
  const isMissing = callbackUrl.trim() !== '' && callbackFormat === ''
  return isMissing ? [{ field: 'callbackFormat', problem: 'MISSING' }] : []
}
