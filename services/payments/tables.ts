import type { ColumnType, Generated } from 'kysely'

/** What a customer can pay with. */
export type MethodKind = 'card' | 'directDebit'

/** `open` and `pending` setups can still change. */
export type SetupState = 'open' | 'pending' | 'stored' | 'superseded' | 'refused' | 'cancelled' | 'expired'

/** What the customer chooses at the demo's provider. */
export type DemoChoice = 'card' | 'refusedCard' | 'directDebit' | 'cancel'

export interface MethodsTable {
  id: string
  account_id: string
  /** The provider's name for the method. */
  provider_reference: string
  kind: MethodKind
  /** Such as `Visa`. Null: the provider does not say. */
  brand: string | null
  /** 2 to 4 digits. Null: the provider does not say. */
  last_digits: string | null
  /** The last month in which it can be used, such as `2027-03`. Null: it has no end. */
  expires_month: string | null
  /** When the customer started the setup that stored the method. */
  setup_started_at: Date
  stored_at: Generated<Date>
  /**
   * Null: the method is stored. Otherwise: when it was removed here; the provider has not confirmed its deletion yet.
   */
  removed_at: Date | null
}

export interface SetupsTable {
  id: string
  account_id: string
  /** Null until the provider has created the setup. */
  provider_setup: string | null
  kinds: ColumnType<MethodKind[], readonly MethodKind[], never>
  state: Generated<SetupState>
  started_at: Generated<Date>
  /** When the provider was last asked. */
  asked_at: Generated<Date>
  ended_at: Date | null
}

export interface DemoSetupsTable {
  id: string
  request_key: string
  kinds: ColumnType<MethodKind[], readonly MethodKind[], never>
  return_url: string
  locale: string | null
  /** Null: the customer has not chosen yet. */
  choice: DemoChoice | null
  chosen_at: Date | null
  /** The method that the setup has created. */
  method_reference: string | null
  /** When the method was deleted. Null: it exists. */
  detached_at: Date | null
  expires_at: Date
}

export interface PaymentsTables {
  methods: MethodsTable
  setups: SetupsTable
  demo_setups: DemoSetupsTable
}
