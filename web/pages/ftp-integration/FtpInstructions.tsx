import { FormattedMessage } from 'react-intl'
import { useSession } from '../../app/sessionContext.ts'
import { actionLink } from '../../ui/actionLink.ts'
import styles from './FtpIntegration.module.css'

/** The steps from the first contact to the first delivery notice. */
export function FtpInstructions() {
  const { links } = useSession().config
  return (
    <section aria-labelledby="ftp-instructions" className={styles.section}>
      <h2 id="ftp-instructions" className={styles.title}>
        <FormattedMessage id="ftp.instructions" />
      </h2>
      <ol className={styles.steps}>
        {['ftp.step.access', 'ftp.step.upload', 'ftp.step.callback', 'ftp.step.test'].map((id) => (
          <li key={id}>
            <FormattedMessage id={id} />
          </li>
        ))}
      </ol>
      <p>
        <a href={links.customerCare} className={actionLink}>
          <FormattedMessage id="order.contact" />
        </a>
      </p>
    </section>
  )
}
