/** Server settings that can be changed in the app, in the order of the page; `contract/server-settings.json` lists them. */
export const SETTING_KEYS = [
  "accounts.reveal_unknown_email",
  "accounts.require_second_factor",
  "accounts.codes_per_hour",
  "accounts.redirect_urls",
  "bots.review_public",
  "documents.address_hosts",
  "generation.max_running",
  "generation.max_running_per_connection",
  "generation.max_waiting",
  "generation.max_waiting_per_person",
  "media.blocked_words",
  "media.moderation_model",
  "model_files.context_tokens",
  "model_files.answers_at_once",
  "model_files.max_loaded",
  "model_files.threads",
  "model_files.idle_unload_seconds",
  "model_files.start_timeout_seconds",
  "model_files.check_memory",
  "ocr.languages",
  "payments.enabled",
  "payments.how_to_pay",
  "payments.grace_days",
  "payments.order_days",
  "payments.pack_days",
  "payments.refund_days",
  "payments.low_balance_percent",
  "payments.affiliates.enabled",
  "payments.affiliates.percent",
  "payments.affiliates.months",
  "payments.affiliates.hold_days",
  "providers.find_local_servers",
  "providers.first_event_timeout_seconds",
  "providers.idle_timeout_seconds",
  "regions.country_header",
  "regions.no_sign_up",
  "regions.no_sales",
  "regions.no_media",
  "search.chat_wait_ms",
  "server.api_origins",
  "spending.currency",
  "spending.assumed_output_tokens",
  "spending.prices",
  "tools.own_servers",
  "web_access.allow_hosts",
  "web_access.allow_ports",
  "writing.words_per_credit",
] as const;

export type SettingKey = (typeof SETTING_KEYS)[number];

/** Keys of the names of all server settings, for the search. */
export const SETTING_NAMES = SETTING_KEYS.map((key) => `setting.${key}` as const);

const SECTIONS = [
  "accounts",
  "regions",
  "bots",
  "tools",
  "documents",
  "ocr",
  "search",
  "web_access",
  "writing",
  "generation",
  "providers",
  "media",
  "model_files",
  "spending",
  "payments",
  "payments.affiliates",
  "server",
] as const;

export type SettingSection = (typeof SECTIONS)[number];

const sectionOf = (key: string) => key.slice(0, key.lastIndexOf("."));

/** Returns settings by section, in the order of the page. Those that this client does not know are left out. */
export function bySection<Setting extends { key: string }>(
  settings: readonly Setting[],
): { section: SettingSection; settings: (Setting & { key: SettingKey })[] }[] {
  const known = SETTING_KEYS.flatMap((key) => {
    const setting = settings.find((one) => one.key === key);
    return setting ? [{ ...setting, key }] : [];
  });
  return SECTIONS.map((section) => ({
    section,
    settings: known.filter(({ key }) => sectionOf(key) === section),
  })).filter(({ settings }) => settings.length > 0);
}
