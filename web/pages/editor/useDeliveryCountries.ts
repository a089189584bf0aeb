import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { deliveryCountries } from '../../../schema/rules/prints.ts'
import { useSession } from '../../app/sessionContext.ts'
import { brandCountries } from '../../shared/address/brandCountries.ts'
import { homeCountry } from '../../shared/address/homeCountry.ts'

/** The countries to which the brand delivers prints, and the country that is preselected in an empty address. */
export function useDeliveryCountries(): { readonly countries: readonly string[]; readonly country: string } {
  const { locale } = useIntl()
  const { config } = useSession()
  return useMemo(() => {
    const countries = brandCountries(config, deliveryCountries)
    return { countries, country: homeCountry(locale, countries) }
  }, [config, locale])
}
