/**
 * Wire types, exactly as the server sends them (snake_case, ids are UUIDv7, times RFC 3339 UTC).
 *
 * Server types live in each area's `wire.rs`; this file names them for TypeScript.
 */

/** RFC 9457 problem with the fields the server always sends. `code` is `<area>.<what>`. */
export interface Problem {
  type?: string;
  title?: string;
  status: number;
  code: string;
  params: Record<string, unknown>;
  message: string;
}

export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

// accounts

export type SendWith = "enter" | "mod_enter";

export interface Settings {
  theme: "auto" | "light" | "dark";
  locale: string | null;
  shortcuts: Record<string, string | null>;
  default_model: string | null;
  send_with: SendWith;
  font_size: "normal" | "large";
  content_width: "normal" | "full";
  scroll: ScrollBehaviour;
  /** Language of answers; null: the language of the question. */
  reply_language: string | null;
  context: ContextSettings;
  /** True if a new chat starts after 10 minutes of inactivity. */
  auto_new_chat: boolean;
  /** True if only the composer, the conversations and the model selection are shown. */
  simple_mode: boolean;
  /** True if side-by-side answers are merged as soon as all of them are complete. */
  merge_at_once: boolean;
  /** Model that merges; null: the first of the models that answered. */
  merge_model: string | null;
}

/** Scroll behavior of the window while an answer is streaming. */
export type ScrollBehaviour = "follow" | "pin" | "off";

/** Limit of the context that a model gets, and the handling of the rest. */
export interface ContextSettings {
  mode: "smart" | "custom";
  limit: "none" | "crop";
  tokens: number;
}

/** Settings of a single conversation; null: the person's general settings. */
export interface ConversationSettings {
  context: ContextSettings | null;
  reply_language: string | null;
  content_width: Settings["content_width"] | null;
  scroll: ScrollBehaviour | null;
}

/** Summary that replaces the older turns of a branch when they do not fit. */
export interface ConversationSummaryText {
  id: string;
  until_message_id: string;
  text: string;
  edited: boolean;
  model_name: string;
  updated_at: string;
}

/** Context usage of a branch. */
export interface ContextReport {
  tokens: number;
  total_tokens: number;
  limit_tokens: number | null;
  percent: number | null;
  exact: boolean;
  near_limit: boolean;
  mode: ContextSettings["mode"];
  trimmed_messages: number;
  first_message_id: string | null;
  summary: ConversationSummaryText | null;
}

export interface Me {
  id: string;
  email: string;
  name: string;
  role: "operator" | "member";
  created_at: string;
  settings: Settings;
  plan: string;
  /** True if the plan allows setting a context limit for conversations. */
  custom_context: boolean;
  /** Workspace that this device uses. */
  workspace_id: string;
  /** Team of that workspace; null: the person's own. */
  team: { name: string; role: TeamRole } | null;
  /** False if the person signs in through an identity provider only. Absent on older servers. */
  has_password?: boolean;
}

export interface Setup {
  needs_operator: boolean;
  /** True if the first account needs the setup code from the server's log. */
  needs_setup_code: boolean;
  sign_up_open: boolean;
  /** False if people sign in through an identity provider only. Absent on older servers. */
  password_sign_in?: boolean;
  /** Name that the operator gave the server; null: the product's name. Absent on older servers. */
  server_name?: string | null;
  mail: "smtp" | "outbox";
  oidc: { id: string; name: string }[];
  /** True if people can sign in with passkeys. Absent on older servers. */
  passkeys?: boolean;
  version: string;
  offered_plans: boolean;
  /** Optional features of areas that the operator switched on: `affiliates`. */
  features: string[];
}

/** People who may create an account: everybody, those who are invited, or nobody. */
export type SignUpMode = "open" | "invitation" | "closed";

/** Choices of operators for the server. */
/** Value of a server setting: of the type that its kind says. */
export type ServerSettingValue = boolean | number | string | string[];

export type ServerSettingKind =
  | { kind: "switch" }
  | { kind: "number"; min: number; max: number }
  | { kind: "text"; max_chars: number; multiline: boolean }
  | { kind: "list"; max_items: number };

export interface ServerSetting {
  /** Section and name in the configuration file: `bots.review_public`. */
  key: string;
  kind: ServerSettingKind;
  value: ServerSettingValue;
  /** Value in the configuration file, or the default. */
  file: ServerSettingValue;
  /** True if the value was chosen in the app. */
  changed: boolean;
}

export interface ServerSettingList {
  items: ServerSetting[];
}

export interface ServerChoices {
  name: string | null;
  sign_up: SignUpMode;
  /** True if the settings in the file say so and nobody chose otherwise. */
  sign_up_from_file: boolean;
}

/** Invitation of a person that nobody has used yet. */
export interface PersonInvitation {
  id: string;
  email: string;
  name: string;
  role: Me["role"];
  expires_at: string;
}

export interface NewPersonInvitation {
  email: string;
  name: string;
  role: Me["role"];
  /** Language of the mail. */
  locale: string | null;
}

/** New invitation with its link, which is shown once. */
export interface SentPersonInvitation {
  invitation: PersonInvitation;
  url: string;
  /** False: the server keeps mails in the outbox. */
  mailed: boolean;
}

/** Second factor, password or app that is due before somebody is signed in. */
export interface SignInStep {
  step: "second_factor" | "new_password" | "set_up";
  /** Sent with the answer to the step. */
  ticket: string;
  expires_at: string;
  has_totp: boolean;
  has_passkeys: boolean;
  /** Null unless the step is `set_up`. */
  set_up: TotpSetUp | null;
}

/** Session, or the step that is due before it. */
export type SignInAnswer = Session | SignInStep;

/** Secret of an authenticator app, also as a QR code. */
export interface TotpSetUp {
  key: string;
  uri: string;
  qr_size: number;
  /** Dark modules as the `d` of an SVG path. */
  qr_path: string;
}

/** Options of the Web Authentication API, with bytes in base64url. */
export interface PasskeyOptions {
  ticket: string;
  expires_at: string;
  options: object;
}

export interface Passkey {
  id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

/** What the person signs in with. */
export interface SignInMethods {
  has_password: boolean;
  /** Null: the authenticator app is off. */
  totp_since: string | null;
  recovery_codes_left: number;
  passkeys: Passkey[];
  /** False: the server's address has no domain. */
  passkeys_available: boolean;
  second_factor_required: boolean;
}

/** Link that sets a password; shown once. */
export interface PasswordLink {
  url: string;
  expires_at: string;
  mailed: boolean;
}

export interface NewPersonAccount {
  email: string;
  name: string;
  role: Me["role"];
  /** Language of the mail. */
  locale: string | null;
  /** True if the link is mailed as well. */
  mail: boolean;
}

export interface AddedPerson {
  id: string;
  email: string;
  name: string;
  role: Me["role"];
  link: PasswordLink;
}

/** Security of a person, for operators. */
export interface PersonSecurity {
  has_password: boolean;
  password_temporary: boolean;
  has_totp: boolean;
  passkeys: number;
  devices: Device[];
  teams: { name: string; if_deleted: "stays" | "gets_new_admin" | "deleted" }[];
}

export interface Session {
  me: Me | null;
  setup: Setup;
  ended_reason: string | null;
  /** Reason of a suspension, shown to the suspended person; null: no reason. */
  ended_note: string | null;
}

/** Authorization request of one of our apps (OAuth authorization code with PKCE). */
export interface DeviceWish {
  client_type: Device["client_type"];
  redirect_url: string;
  code_challenge: string;
  code_challenge_method: string;
  state: string;
  device_name: string;
}

/** Token request of one of our apps; the authorization code is the request's bearer token. */
export interface DeviceClaim {
  client_type: Device["client_type"];
  redirect_url: string;
  code_verifier: string;
}

/** Session of an authorized app; null: its window has a cookie. */
export interface DeviceSession {
  token: string | null;
  session: Session;
}

export interface CodeSent {
  expires_at: string;
  resend_after_seconds: number;
}

export type SignedUp = { state: "registered"; session: Session } | ({ state: "code_sent" } & CodeSent);

export interface Device {
  id: string;
  client_type: "web" | "extension" | "desktop" | "mobile" | "cli";
  device_name: string;
  browser_name: string;
  os_name: string;
  os_version: string;
  ip: string;
  created_at: string;
  last_seen_at: string;
  current: boolean;
}

/** Kind of a security-relevant action. */
export type SecurityEventKind =
  | "signed_in"
  | "sign_in_refused"
  | "session_ended"
  | "codes_held_back"
  | "account_made"
  | "server_changed"
  | "person_invited"
  | "account_deleted"
  | "account_suspended"
  | "account_readmitted"
  | "role_changed"
  | "limit_changed"
  | "password_reset_asked"
  | "password_changed"
  | "email_changed"
  | "password_link_made"
  | "totp_turned_on"
  | "totp_turned_off"
  | "recovery_codes_made"
  | "recovery_code_used"
  | "passkey_added"
  | "passkey_removed"
  | "identity_linked"
  | "key_made"
  | "key_revoked"
  | "connection_made"
  | "connection_changed"
  | "connection_deleted"
  | "team_made"
  | "team_disbanded"
  | "team_kept"
  | "invitation_changed"
  | "member_asked"
  | "member_approved"
  | "member_role_changed"
  | "member_removed"
  | "share_made"
  | "share_withdrawn"
  | "share_taken_down"
  | "bot_visibility_changed"
  | "bot_reviewed"
  | "grant_given"
  | "grant_taken_back"
  | "order_settled"
  | "order_refunded"
  | "offer_changed"
  | "exported"
  | "imported"
  | "finder_added"
  | "finder_changed"
  | "finder_switched_on"
  | "finder_switched_off"
  | "finder_key_set"
  | "finder_key_removed"
  | "finder_removed"
  | "tool_server_added"
  | "tool_server_removed"
  | "tool_rule_changed"
  | "tool_decided"
  | "data_read";

/** Security event of the person's own account. */
export interface SecurityEvent {
  id: string;
  at: string;
  kind: SecurityEventKind;
  /** Additional detail; empty: none. */
  detail: string;
  amount: number | null;
  by: "you" | "another" | "unknown" | "server";
  /** IP address; null: from the server, or by another person. */
  address: string | null;
}

// chat

export interface ConversationSummary {
  id: string;
  title: string;
  model: string | null;
  pinned: boolean;
  favorited: boolean;
  group_id: string | null;
  /** Bot of the conversation. */
  bot_id: string | null;
  /** True if it is in no list and deleted when closed. */
  temporary: boolean;
  created_at: string;
  updated_at: string;
  running: boolean;
  unread: boolean;
  version: number;
}

export interface ConversationGroup {
  id: string;
  name: string;
  /** Number of conversations in it. */
  count: number;
  created_at: string;
}

/** Action on many conversations at once. */
export type BatchAction =
  | { action: "delete" }
  | { action: "restore" }
  | { action: "move"; group_id: string | null }
  | { action: "favorite"; favorited: boolean }
  | { action: "read" };

export interface DeletedConversation {
  id: string;
  title: string;
  updated_at: string;
  deleted_at: string;
  /** Days until permanent deletion, including the last one. */
  days_left: number;
}

export interface TextPart {
  id: string;
  kind: "text";
  text: string;
}

export interface ReasoningPart {
  id: string;
  kind: "reasoning";
  text: string;
  duration_ms: number | null;
}

export interface CitationPart {
  id: string;
  kind: "citation";
  title: string;
  url: string | null;
  quote: string | null;
  conversation_id: string | null;
  message_id: string | null;
  /** File that was read; absent in older answers. */
  file_id?: string | null;
  /** Page in the file, from 1. */
  page?: number | null;
  /**
   * Statements that the answer attributes to this source, with the outcome of their check; absent in older
   * answers.
   */
  cites?: CitedStatement[];
  /** Details of a web page that was found for this answer. */
  web?: WebSource | null;
  /** Details of an item of the person's library that was referenced with `#`. */
  given?: GivenSource | null;
}

/** Web page that was found for an answer. */
export interface WebSource {
  /** Number used in the answer: `[1]`. */
  number: number;
  /** True if the page was read; false if only the search engine's description is known. */
  read: boolean;
  /** Answer with which the page's text is stored for display; absent in older answers. */
  kept_with?: string | null;
}

/** Library item referenced with `#` as the source of an answer. */
export interface GivenSource {
  /** Number used in the answer: `[#1]`. */
  number: number;
  /** Kind of the item, as in a reference; null: no item has this number. */
  of: string | null;
  thing_id: string | null;
  /** Path of the item in this product. */
  path?: string | null;
  /** Position in a video. */
  at_seconds?: number | null;
}

/** Statement of an answer, checked against its source. */
export interface CitedStatement {
  statement: string;
  /** `quoted`: the quotation occurs verbatim. `close`: a passage says nearly the same. */
  state: "quoted" | "close" | "not_found";
  /** Quote from the source. */
  quote: string | null;
}

export interface FilePart {
  id: string;
  kind: "file";
  file_id: string;
  name: string;
  media_type: string;
  size_bytes: number;
}

/** Reference to a library item that was given to the model. */
export interface ReferencePart {
  id: string;
  kind: "reference";
  /** `my_memo`, `chat`, `reading`, `document`, `research`, `search`; others may come. */
  of: string;
  thing_id: string;
  /** Title at that time. */
  title: string;
}

export interface ToolCallPart {
  id: string;
  kind: "tool_call";
  call_id: string;
  tool: string;
  title: string;
  source: string | null;
  arguments: string;
  state: "waiting" | "running" | "completed" | "failed" | "denied";
  output: string | null;
}

/** Question that a tool's server asks the person while its tool runs. */
export interface QuestionPart {
  id: string;
  kind: "question";
  question_id: string;
  /** Call during which it is asked. */
  call_id: string;
  /** Name of the server that asks. */
  source: string;
  message: string;
  /** Fields of the answer; empty for a question with a page. */
  fields: QuestionField[];
  /** Page on which the person continues. */
  url: string | null;
  state: "waiting" | "accepted" | "declined" | "cancelled";
}

export interface QuestionOption {
  value: string;
  title: string;
}

export type QuestionField = {
  /** Name in the answer. */
  name: string;
  title: string;
  description: string | null;
  required: boolean;
} & (
  | {
      input: "text";
      format: "email" | "uri" | "date" | "date-time" | null;
      min_length: number | null;
      max_length: number;
      /** Regular expression that only the server checks. */
      pattern: string | null;
      default: string | null;
    }
  | {
      input: "number";
      /** True if only whole numbers are accepted. */
      whole: boolean;
      minimum: number | null;
      maximum: number | null;
      default: number | null;
    }
  | { input: "boolean"; default: boolean | null }
  | { input: "choice"; options: QuestionOption[]; default: string | null }
  | {
      input: "choices";
      options: QuestionOption[];
      min_items: number | null;
      max_items: number | null;
      default: string[];
    }
);

/** Answer to a question of a tool's server. */
export interface QuestionAnswer {
  action: "accept" | "decline" | "cancel";
  /** Values by the names of the fields. */
  content?: Record<string, unknown>;
}

/** Decision on a tool call that waits for approval. */
export type ToolDecision = "once" | "always" | "deny" | "never";

export interface NoticePart {
  id: string;
  kind: "notice";
  code: string;
  text: string;
  action: "connect_model" | null;
}

/** Typed part of a message. A client skips unknown kinds: it may be older than the server. */
export type Part =
  | TextPart
  | ReasoningPart
  | CitationPart
  | FilePart
  | ReferencePart
  | ToolCallPart
  | QuestionPart
  | NoticePart;

/** Cost of an answer and the reason for it. */
export interface Receipt {
  meter: string | null;
  charged: number;
  input_tokens: number | null;
  output_tokens: number | null;
  duration_ms: number | null;
  /** Reason why the model stopped; absent in older answers. */
  finish_reason?: string | null;
  /** Fallback model that answered because the requested one could not. */
  answered_by?: string | null;
  /** Number of memories given to the model; absent in older answers. */
  memories?: number | null;
}

export type MessageState = "completed" | "running" | "failed" | "cancelled" | "interrupted";

export interface Message {
  id: string;
  conversation_id: string;
  parent_id: string | null;
  role: "user" | "assistant";
  parts: Part[];
  model: string | null;
  model_name: string | null;
  state: MessageState;
  run_id: string | null;
  problem: Problem | null;
  receipt: Receipt | null;
  kind: "plain" | "ensemble" | "welcome";
  /** Shared by side-by-side answers to the same message. */
  batch_id: string | null;
  bot_id: string | null;
  created_at: string;
  /** The reader's own rating of it. */
  feedback?: MessageFeedback | null;
}

export type FeedbackReason = "incorrect" | "incomplete" | "not_asked" | "slow" | "unsafe" | "other";

/** A person's rating of an answer. */
export interface MessageFeedback {
  rating: "up" | "down";
  reason: FeedbackReason | null;
  comment: string | null;
}

/** Position of a message in its conversation, without its content. */
export interface MessageOutline {
  id: string;
  parent_id: string | null;
  role: Message["role"];
  kind: Message["kind"];
  state: MessageState;
  batch_id: string | null;
  /** Approximate number of characters. */
  length: number;
}

/** Conversation with its complete message tree, parents before children. */
export interface ConversationDetail {
  conversation: ConversationSummary;
  leaf_id: string | null;
  /** Only the newest messages, if only those were requested. */
  messages: Message[];
  /** Outlines of all messages, if only the newest messages were requested. */
  outline: MessageOutline[];
  /** The person's settings for this conversation only. */
  settings: ConversationSettings;
}

/** Message that a client sends. The client generates `id`, so sending it again has no further effect. */
export interface NewMessage {
  id: string;
  parent_id: string | null;
  text: string;
  /** Uploaded and parsed files; with any, `text` may be empty. */
  attachments?: string[];
  /** Library items given to the model; with any, `text` may be empty. */
  references?: { kind: string; id: string }[];
  model: string | null;
  /** Two to four models that answer side by side, instead of `model`. */
  models?: string[];
  bot_id?: string | null;
  /** True if the mentioned models or bot answer this message only. */
  once?: boolean;
  /** True if this starts a temporary conversation, which is in no list and deleted when closed. */
  temporary?: boolean;
  /** True if the person typed `text` themselves, so that memory may learn from it. */
  typed?: boolean;
}

export interface Sent {
  conversation: ConversationSummary;
  user_message: Message;
  /** The first one, if several models answer. */
  assistant_message: Message;
  assistant_messages: Message[];
  /** Previous message at this position; null: this one continues the conversation. */
  beside: string | null;
}

export interface Regenerated {
  conversation: ConversationSummary;
  assistant_message: Message;
}

export interface ConversationChange {
  title?: string;
  model?: string;
  leaf_id?: string;
  pinned?: boolean;
  favorited?: boolean;
  /** Group; null removes it from its group. */
  group_id?: string | null;
  read?: true;
}

export interface SearchHit {
  conversation_id: string;
  message_id: string | null;
  title: string;
  snippet: string;
  /** Half-open ranges of UTF-16 code units in `snippet`. */
  marks: [number, number][];
  /** Author of the words; null for the title. */
  role: "user" | "assistant" | null;
  created_at: string;
}

/** Resource of a conversation (file, link, source), with the newest message that has it. */
export type ConversationResource = {
  message_id: string;
  role: "user" | "assistant";
  created_at: string;
  places: number;
} & (
  | { kind: "file"; file_id: string; name: string; media_type: string; size_bytes: number }
  | { kind: "link"; url: string; title: string | null; cited: boolean }
  | {
      kind: "passage";
      title: string;
      file_id: string | null;
      page: number | null;
      conversation_id: string | null;
      passage_message_id: string | null;
    }
);

// images

export interface ImageSize {
  width: number;
  height: number;
}

export interface ImageAbilities {
  creates: boolean;
  edits: boolean;
  sizes: ImageSize[];
  ratios: string[];
  count_max: number;
  seed: boolean;
  negative_prompt: boolean;
  styles: string[];
  cfg_scale: boolean;
  strength: boolean;
  references_max: number;
  mask: boolean;
  transparency: boolean;
  qualities: string[];
  partial_images: boolean;
}

/** Settings that a file says it was made with, here or by another program. */
export interface ImageMadeWith {
  prompt: string;
  negative_prompt?: string | null;
  seed?: number | null;
  cfg_scale?: number | null;
  size?: ImageSize | null;
  /** As the file names it; it need not be one of the models here. */
  model?: string | null;
}

/** What a person chose about their images. */
export interface ImageSettings {
  /** True: files of new images say the prompt and its settings. */
  embed_prompt: boolean;
  /** Chat model that says what new images show, for search; null: none does. */
  describe_model: string | null;
}

/** Prompt that a chat model wrote. */
export interface WrittenPrompt {
  prompt: string;
  model_name: string;
}

export interface ImageModel {
  id: string;
  name: string;
  connection_name: string;
  local: boolean;
  credits: number;
  abilities: ImageAbilities;
}

export interface ImageReference {
  file_id: string;
  strength?: number | null;
}

/** A request to a model. */
export interface ImageCreation {
  type: "create";
  model: string;
  prompt: string;
  negative_prompt?: string | null;
  count?: number;
  size?: ImageSize | null;
  ratio?: string | null;
  quality?: string | null;
  style?: string | null;
  seed?: number | null;
  cfg_scale?: number | null;
  strength?: number | null;
  transparent?: boolean;
  references?: ImageReference[];
  mask_file_id?: string | null;
  parent_id?: string | null;
}

/** A tool of the server with its images. */
export interface ImageToolUse {
  type: "tool";
  tool: { tool: string; [option: string]: unknown };
  file_ids: string[];
  mask_file_id?: string | null;
  parent_id?: string | null;
}

/** Work on images, to do it again. */
export type ImageWork = ImageCreation | ImageToolUse;

export interface NewImageTask {
  id: string;
  work: ImageWork;
  board_id?: string | null;
}

export interface Image {
  id: string;
  file_id: string;
  origin: "created" | "edited" | "tool" | "uploaded";
  prompt: string;
  model: string | null;
  tool: string | null;
  work: ImageWork | null;
  seed: number | null;
  width: number;
  height: number;
  media_type: string;
  size_bytes: number;
  starred: boolean;
  board_id: string | null;
  parent_id: string | null;
  task_id: string | null;
  cost: number;
  created_at: string;
  deleted_at: string | null;
}

export interface ImageTask {
  id: string;
  title: string;
  state: "queued" | "running" | "paused" | "succeeded" | "failed" | "cancelled";
  /** `queued_at_provider`, `generating`, `busy`, or empty. */
  stage: string;
  work: ImageWork;
  board_id: string | null;
  images: Image[];
  price: number;
  charged: number | null;
  problem: Problem | null;
  cause: Problem | null;
  created_at: string;
  ended_at: string | null;
  /** Number of the draft that can be seen while its model makes it, from 1; null: none can. */
  draft: number | null;
}

export interface ImageTaskEntry {
  id: string;
  title: string;
  state: ImageTask["state"];
  created_at: string;
  tool: string | null;
  images: string[];
}

/** How far an image tool needs something. */
export type Need = "no" | "optional" | "required";

/** What an image tool of the server takes, and how its engine works at this moment. */
export interface ImageToolInfo {
  kind: string;
  picture: Need;
  mask: Need;
  second_picture: Need;
  text: Need;
  label: string;
  weights: string | null;
  weights_need: Need;
  is_installed: boolean;
  side_max: number;
  made_side_max: number;
}

export interface ImageBoard {
  id: string;
  name: string;
  image_count: number;
  cover_id: string | null;
  created_at: string;
}

// videos

/** What a video model can be asked for. */
export interface VideoAbilities {
  texts: boolean;
  first_frame: boolean;
  last_frame: boolean;
  references_max: number;
  /** Changes a video that the model made before, by a text. */
  remix: boolean;
  seconds: number[];
  /** Empty: the same as `seconds`. */
  seconds_with_last_frame: number[];
  ratios: string[];
  resolutions: string[];
  audio: boolean;
  cameras: string[];
  motion: boolean;
  seed: boolean;
  negative_prompt: boolean;
  cfg_scale: boolean;
}

export interface VideoModel {
  id: string;
  name: string;
  connection_name: string;
  credits_per_second: number;
  abilities: VideoAbilities;
}

/** A request for a video, to do it again. */
export interface VideoWork {
  model: string;
  prompt: string;
  negative_prompt?: string | null;
  seconds?: number | null;
  ratio?: string | null;
  resolution?: string | null;
  audio?: boolean | null;
  camera?: string | null;
  motion?: number | null;
  seed?: number | null;
  cfg_scale?: number | null;
  first_frame_file_id?: string | null;
  last_frame_file_id?: string | null;
  reference_file_ids?: string[];
  parent_id?: string | null;
  /** The provider changes the video `parent_id` itself: of the work, only the prompt counts. */
  remix?: boolean;
}

export interface NewVideoTask {
  id: string;
  work: VideoWork;
}

export interface Video {
  id: string;
  file_id: string;
  prompt: string;
  model: string;
  work: VideoWork;
  seed: number | null;
  media_type: string;
  size_bytes: number;
  seconds: number | null;
  starred: boolean;
  /** True if its model can change it, where models of its kind can. */
  can_remix: boolean;
  parent_id: string | null;
  task_id: string | null;
  cost: number;
  created_at: string;
  deleted_at: string | null;
}

export interface VideoTask {
  id: string;
  title: string;
  state: "queued" | "running" | "paused" | "succeeded" | "failed" | "cancelled";
  /** `queued_at_provider`, `generating`, `busy`, or empty. */
  stage: string;
  work: VideoWork;
  videos: Video[];
  price: number;
  charged: number | null;
  problem: Problem | null;
  cause: Problem | null;
  created_at: string;
  ended_at: string | null;
}

export interface VideoTaskEntry {
  id: string;
  title: string;
  state: VideoTask["state"];
  videos: string[];
  created_at: string;
}

// runs

export type RunState = "queued" | "running" | "paused" | "completed" | "failed" | "cancelled" | "interrupted";

export interface Run {
  id: string;
  state: RunState;
  /** Message; null for a run without a conversation, requested with an API key. */
  message_id: string | null;
  conversation_id: string | null;
  created_at: string;
}

export interface Usage {
  input_tokens: number | null;
  output_tokens: number | null;
}

export type RunEvent = { seq: number } & (
  | { type: "run.queued"; position: number; estimated_wait_seconds: number | null; at: string }
  | { type: "run.started"; model: string; message_id: string }
  | { type: "part.started"; part: Part }
  | { type: "part.delta"; part_id: string; text: string }
  | { type: "part.completed"; part: Part }
  | { type: "run.paused"; reason: string }
  | { type: "run.completed"; finish_reason: string | null; usage: Usage | null; receipt: Receipt | null }
  | { type: "run.failed"; problem: Problem; receipt: Receipt | null }
  | { type: "run.cancelled"; receipt: Receipt | null }
  | { type: "run.interrupted"; problem: Problem | null; receipt: Receipt | null }
  | { type: "snapshot"; parts: Part[]; state: MessageState }
);

/** Hints on `/api/events` that something changed; the reader refetches. */
/** A long task ended, or waits for its person, who did not see it. */
export interface TaskEnded {
  type: "task.ended";
  task_id: string;
  /** Kind of task; more may be added. */
  kind: string;
  state: "succeeded" | "failed" | "paused";
  title: string;
  /** Path of its page. */
  path: string;
}

export type ServerHint =
  | { type: "conversation.changed"; conversation_id: string }
  | { type: "conversation.deleted"; conversation_id: string }
  | { type: "conversations.changed" }
  | { type: "import.changed"; import_id: string }
  | { type: "settings.changed" }
  | { type: "models.changed" }
  | { type: "bots.changed" }
  | { type: "prompts.changed" }
  | { type: "powerups.changed" }
  | { type: "templates.changed" }
  | { type: "memos.changed" }
  | { type: "memory.changed" }
  | { type: "search.changed"; search_id: string }
  | { type: "research.changed"; research_id: string }
  | { type: "reading.changed"; reading_id: string }
  | TaskEnded
  | { type: "file.changed"; file_id: string }
  | { type: "images.changed" }
  | { type: "videos.changed" }
  | { type: "documents.changed" }
  | { type: "teams.changed" }
  | { type: "usage.changed" }
  | { type: "notice.changed" }
  | { type: "workspace.switched" }
  | { type: "session.ended"; reason: string };

// documents

/** Part of a file that was not read: pages, a named part (sheet, chapter, attachment), or images within the text. */
export interface UnreadPart {
  first_page: number | null;
  last_page: number | null;
  name: string | null;
  images: number | null;
  reason: "image" | "damaged" | "unsupported" | "limit" | "encrypted";
}

/** File with its state; `parsed` and `failed` are final except for retries. */
export interface FileInfo {
  id: string;
  name: string;
  media_type: string;
  size_bytes: number;
  /** Offset of the next chunk. */
  received_bytes: number;
  chunk_max_bytes: number;
  state: "receiving" | "waiting" | "parsed" | "failed";
  problem: Problem | null;
  words: number | null;
  pages: number | null;
  /** Parts that were not read; reading can be retried. */
  unread: UnreadPart[];
  created_at: string;
}

/** Spec §4: "Documents: upload and parse". */
export type DocumentState = "fetching" | "receiving" | "waiting" | "parsed" | "failed";

export type NewDocumentSource =
  | { type: "upload"; file_id: string; name: string; size_bytes: number }
  | { type: "address"; url: string };

export interface NewDocument {
  id: string;
  source: NewDocumentSource;
}

export interface DocumentChange {
  name?: string | null;
  ignored?: boolean | null;
}

/** PDF in a person's library with its state. */
export interface LibraryDocument {
  id: string;
  name: string;
  /** Address that it was fetched from; null: it was uploaded. */
  url: string | null;
  state: DocumentState;
  problem: Problem | null;
  ignored: boolean;
  file_id: string | null;
  size_bytes: number | null;
  received_bytes: number | null;
  page_count: number | null;
  /** Number of pages that were read, from the first one. */
  pages_kept: number | null;
  /** Number of scanned pages recognized by OCR, which may have mistakes; it grows during the recognition. */
  recognised_pages: number;
  /** Parts among those pages that were not read. */
  unread: UnreadPart[];
  created_at: string;
}

/** Collection of documents to ask about together. */
export interface DocumentCollection {
  id: string;
  name: string;
  /** Documents, newest first. */
  documents: LibraryDocument[];
  created_at: string;
}

export interface DocumentCollectionEntry {
  id: string;
  name: string;
  documents: number;
  created_at: string;
}

export interface NewDocumentCollection {
  id: string;
  name: string;
  document_ids: string[];
}

/** Conversations about a document or collection, and whether vector search is available for it. */
export interface DocumentChats {
  items: DocumentChat[];
  by_meaning: boolean;
}

export interface DocumentChat {
  conversation_id: string;
  title: string;
  updated_at: string;
}

export type HighlightColor = "yellow" | "green" | "blue" | "pink";

/** Part of a page, as fractions of its width and height from the top left corner. */
export interface HighlightBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Highlighted text on a page, with a note. */
export interface HighlightContent {
  page: number;
  color: HighlightColor;
  boxes: HighlightBox[];
  quote: string;
  /** Note; empty: none. */
  note: string;
}

export interface DocumentHighlight extends HighlightContent {
  id: string;
  created_at: string;
}

/** Highlights of a document in reading order. */
export interface DocumentHighlights {
  items: DocumentHighlight[];
}

/** Description of an attached file in a message or draft. */
export type AttachedFile = Omit<FilePart, "id" | "kind">;

export type AttachedThing = Omit<ReferencePart, "id" | "kind">;

export interface FileText {
  pages: { number: number; title: string | null; text: string }[];
  unread: UnreadPart[];
}

/** Recognized word with its box as fractions of the page. */
export interface RecognisedWord {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Lines of words; empty for pages with text, and for pages recognized before positions were stored. */
export interface RecognisedText {
  lines: RecognisedWord[][];
}

// models

export type Provider = Protocol | "builtin";
export type ModelTier = "standard" | "advanced";

export interface Model {
  /** `<connection>/<model>`; the built-in engine is `builtin/assistant`. */
  id: string;
  name: string;
  connection_name: string;
  provider: Provider;
  tier: ModelTier;
  context_tokens: number | null;
  vision: boolean;
  tools: boolean;
  reasoning: boolean;
  locked: boolean;
  /**
   * `per_1k`: price per thousand tokens for models with token pricing; `amount` is then the reserved maximum.
   */
  price: { meter: string | null; amount: number; per_1k: number | null };
}

export interface ModelList {
  models: Model[];
  default_model: string;
}

export type Protocol =
  | "openai"
  | "anthropic"
  | "gemini"
  | "ollama"
  | "openai_compatible"
  | "local_files"
  | "black_forest_labs"
  | "stability"
  | "replicate"
  | "fal"
  | "automatic1111"
  | "comfyui"
  | "runway"
  | "kling"
  | "luma"
  | "minimax";

export interface Connection {
  id: string;
  name: string;
  protocol: Protocol;
  base_url: string;
  key_hint: string | null;
  enabled: boolean;
  /** True if its models are called through OpenAI's Responses API. */
  responses: boolean;
  /** Ids of fallback models for this connection, in order. */
  fallbacks: string[];
  models: ConnectionModel[];
  models_fetched_at: string | null;
  last_problem: Problem | null;
  version: number;
}

export interface ConnectionModel {
  id: string;
  name: string;
  tier: ModelTier;
  /** Advanced credits per thousand tokens; null: price per answer. */
  credits_per_1k: number | null;
  enabled: boolean;
  tools: boolean;
  vision: boolean;
  reasoning: boolean;
  /** Size of the context window in tokens; null: unknown. */
  context_tokens: number | null;
  /** Its own fallback models; null: the connection's. */
  fallbacks: string[] | null;
  /** Time until which fallback models answer for it; null while it is available. */
  cooling_until: string | null;
}

export interface NewConnection {
  name: string;
  protocol: Protocol;
  base_url?: string;
  api_key?: string;
}

export interface ConnectionChange {
  name?: string;
  base_url?: string;
  api_key?: string;
  enabled?: boolean;
  responses?: boolean;
  fallbacks?: string[];
  models?: ModelChange[];
}

/** Ability of a model as the operator sets it; `auto`: as the server detects it. */
export type Ability = "auto" | "on" | "off";

/** Changes to a model of a connection. */
export interface ModelChange {
  id: string;
  tier?: ModelTier;
  credits_per_1k?: number;
  enabled?: boolean;
  fallbacks?: string[];
  tools?: Ability;
  vision?: Ability;
  reasoning?: Ability;
  /** Size of the context window; 0: as the provider says. */
  context_tokens?: number;
}

export interface ConnectionTest {
  protocol: Protocol;
  base_url?: string;
  api_key?: string;
  connection_id?: string;
}

export interface TestResult {
  ok: boolean;
  latency_ms: number;
  models: number;
  problem: Problem | null;
  hint: string | null;
}

export interface DiscoveredServer {
  name: string;
  protocol: Protocol;
  base_url: string;
  models: number;
}

/** Local model files, and the program that serves them. */
export interface ModelFileList {
  folder: string;
  /** Program; null if it is not installed. */
  program: string | null;
  free_bytes: number | null;
  /** Maximum chunk size of an upload. */
  piece_bytes: number;
  items: ModelFile[];
  unfinished: { name: string; size_bytes: number; received_bytes: number }[];
}

export interface ModelFile {
  name: string;
  size_bytes: number;
  /** Memory needed to load it. */
  needed_bytes: number;
  state: "unloaded" | "loading" | "loaded" | "failed" | "unusable";
  problem: Problem | null;
  /** Details from the file's header; null if it cannot be read. */
  model: {
    name: string | null;
    architecture: string;
    size_label: string | null;
    quantisation: string | null;
    context_tokens: number;
    longest_context_tokens: number | null;
    has_template: boolean;
    tools: boolean;
    reasoning: boolean;
  } | null;
}

// teams

export type TeamRole = "admin" | "member";
export type TeamState = "unpaid" | "active" | "locked" | "disbanding";

export interface TeamEntry {
  id: string;
  name: string;
  role: TeamRole;
  /** True if this person asked to join and is not approved yet. */
  waiting: boolean;
  state: TeamState;
  /** Time at which the team and everything in it is deleted. */
  disband_at: string | null;
  avatar: string | null;
}

export interface Team extends TeamEntry {
  created_at: string;
  members: number;
  waiting_members: number;
  /** Seats; null: unlimited. */
  seats: number | null;
  free_seats: number | null;
}

export interface TeamMember {
  id: string;
  name: string;
  email: string;
  role: TeamRole;
  waiting: boolean;
  since: string;
}

export interface TeamInvitation {
  url: string;
  open: boolean;
  expires_at: string;
  valid: boolean;
}

export interface InvitationPreview {
  team_id: string;
  team: string;
  expires_at: string;
  standing: "none" | "waiting" | "member";
}

export interface MeterUse {
  meter: MeterUsage["meter"];
  used: number;
  /** Monthly maximum; null: no limit. */
  cap: number | null;
}

export interface TeamUsage {
  since: string;
  team: MeterUse[];
  members: { id: string; name: string; meters: MeterUse[] }[];
}

/** Automatic purchase of a team's credits when few are left. */
export interface AutoDeduction {
  enabled: boolean;
  amount: number | null;
  credits: number | null;
  monthly_limit: number | null;
  currency: string;
  least: number | null;
}

// rewards

export interface InvitationWorth {
  queries: number;
  advanced_queries: number;
  days: number;
  months: number;
  /** Days for which a friend must have kept the subscription. */
  hold_days: number;
}

export interface InvitedFriend {
  name: string;
  registered_at: string;
  registration: "pending" | "approved" | "refused";
  subscription: "none" | "approved";
}

export interface Rewards {
  url: string;
  friends: InvitedFriend[];
  worth: InvitationWorth;
}

export interface Inviter {
  name: string;
  worth: InvitationWorth;
}

// affiliates

export interface AffiliateProgram {
  percent: number;
  months: number;
  hold_days: number;
  click_days: number;
}

/** Totals of commissions in the currency's smallest unit. */
export interface CommissionSums {
  currency: string;
  pending: number;
  approved: number;
  paid: number;
  clawed_back: number;
  /** Amount due; negative if more was paid out than earned. */
  due: number;
}

export interface AffiliateCounts {
  clicks: number;
  sign_ups: number;
  sums: CommissionSums[];
}

export type AffiliateState = "applied" | "approved" | "refused";

export interface OwnAffiliate {
  program: AffiliateProgram;
  state: AffiliateState | null;
  about: string;
  payout_to: string;
  url: string | null;
  counts: AffiliateCounts;
  payouts: { created_at: string; amount: number; currency: string }[];
}

export interface Commission {
  id: string;
  amount: number;
  currency: string;
  state: "pending" | "approved" | "paid" | "clawed_back";
  created_at: string;
  due_at: string;
}

export interface AffiliateClick {
  /** Click; null for one's own link. */
  click_id: string | null;
  name: string;
}

/** Affiliate as the operator sees them. */
export interface Affiliate {
  user_id: string;
  name: string;
  email: string;
  state: AffiliateState;
  about: string;
  payout_to: string;
  applied_at: string;
  counts: AffiliateCounts;
}

// billing

export interface MeterUsage {
  meter: "standard_query" | "advanced_query" | "advanced_credit";
  /** Amount; null: unlimited. */
  granted: number | null;
  used: number;
  left: number | null;
  window: "daily" | "monthly" | "once" | null;
  resets_at: string | null;
  /** True if so little of the plan's monthly allowance is left that the person is warned. */
  low: boolean;
  /** Lots in the order in which they are used; empty if unlimited. */
  lots: CreditLot[];
}

/** Amount from one source, with its own expiry. */
export interface CreditLot {
  source: "plan" | "add_on" | "reward" | "other";
  granted: number;
  used: number;
  left: number;
  /** Expiry; null: never. */
  ends_at: string | null;
  /** True if it was purchased or granted and expires within 7 days with something left. */
  ends_soon: boolean;
}

export interface UsageReport {
  meters: MeterUsage[];
  daily: DailyUsage[];
}

/** Usage that a plan can limit per day, whatever it costs. */
export type DailyUse = "reading" | "video" | "search" | "pdf_upload" | "pdf_question";

/** Today's count and limit of one kind of usage. */
export interface DailyUsage {
  what: DailyUse;
  used: number;
  max: number;
  resets_at: string;
}

export interface Posting {
  id: string;
  created_at: string;
  feature: string;
  detail: string;
  meter: string;
  change: number;
}

export type BillingCycle = "monthly" | "yearly";

/** Prices in the currency's smallest unit; null: not sold this way. */
export interface PlanPrices {
  monthly: number | null;
  yearly: number | null;
}

export interface OfferedPlan {
  id: string;
  name: string;
  prices: PlanPrices;
  /** Price of the first period with a promotion; null if none is running. */
  promoted: PlanPrices;
  /** Price of each later period. */
  later: PlanPrices;
  allowances: {
    meter: MeterUsage["meter"];
    amount: number | null;
    window: "daily" | "monthly" | "once";
  }[];
  advanced_models: boolean;
  custom_context: boolean;
  automatic_search: boolean;
  /** Maximum number of memory items; 0: memory is locked. */
  memory_items: number;
}

export interface OfferedPack {
  name: string;
  credits: number;
  price: number;
}

export interface TrialOffer {
  plan: string;
  days: number;
  extension_days: number;
}

/** Kinds of promotions; `education` is not limited in time and applies to verified students and staff. */
export type PromotionKind = "newcomer" | "first_month" | "new_year" | "back_to_school" | "education";

/** Promotion with a discount on the first period. */
export interface RunningPromotion {
  id: string;
  kind: PromotionKind;
  percent_off: number;
  /** Billing cycles that the promotion applies to. */
  cycles: BillingCycle[];
  ends_at: string;
  seconds_left: number;
}

/** Promotion as edited by the operator. */
export interface Promotion {
  on: boolean;
  percent_off: number;
  plans: string[];
  cycles: BillingCycle[];
  hours?: number;
  from?: string;
  until?: string;
}

/** Plans, packs and promotions on sale. */
export interface PublicOffer {
  /** False if nothing is charged; all other fields are empty then. */
  charging: boolean;
  currency: string;
  trial: TrialOffer | null;
  plans: OfferedPlan[];
  /** Team plans, priced per seat. */
  team_plans: OfferedPlan[];
  packs: OfferedPack[];
  /** Promotions that currently apply to the reader. */
  promotions: RunningPromotion[];
  /** Discount for students and school staff, in percent; null: no discount. */
  education: number | null;
  pack_days: number;
  /** Days after a payment during which a refund is promised; 0: none is promised. */
  refund_days: number;
  how_to_pay: string;
}

/** Offer as edited by the operator. */
export interface Offer {
  currency: string;
  trial: TrialOffer;
  plans: Record<string, PlanPrices>;
  packs: Record<string, { credits: number; price: number }>;
  promotions?: Record<string, Promotion>;
  education?: EducationSettings;
  /** Contents of each plan; plans that are not named stay unchanged. */
  gives?: Record<string, PlanGives>;
}

/** Allowances of a plan per window. Null: unlimited; 0 queries or credits: none. */
export interface PlanGives {
  name: string;
  standard_query: number | null;
  advanced_query: number | null;
  advanced_credit: number | null;
  memory_items: number;
  advanced_models: boolean;
  custom_context: boolean;
  automatic_search: boolean;
  documents: {
    files: number | null;
    pages: number | null;
    uploads: number | null;
    questions: number | null;
  };
  /** Daily limits; absent: unchanged. */
  daily?: {
    readings: number | null;
    videos: number | null;
    searches: number | null;
  } | null;
}

/** Change of one of a plan's allowances. */
export interface GivesChange {
  plan: string;
  field: string;
  /** Number, `true` or `false`, or text; null: unlimited. */
  from: string | null;
  to: string | null;
  subscriptions: number;
}

/** Education discount as edited by the operator. */
export interface EducationSettings {
  on: boolean;
  percent_off: number;
  days: number;
  /** `uni.example`, `.edu`, `.ac.*` */
  domains: string[];
}

/** Education discount. */
export interface EducationOffer {
  percent_off: number;
  days: number;
  /** False if it can no longer be verified. */
  on: boolean;
  currency: string;
  /** Plans; `promoted` includes the discount. */
  plans: OfferedPlan[];
  proof: { email: string; ends_at: string } | null;
}

export interface OfferPreview {
  currency_from: string;
  currency_to: string;
  prices: {
    plan: string;
    cycle: BillingCycle;
    from: number | null;
    to: number | null;
    subscriptions: number;
  }[];
  packs: string[];
  trial_changed: boolean;
  promotions: string[];
  education_changed: boolean;
  gives: GivesChange[];
}

export interface PlanTerms {
  plan: string;
  cycle: BillingCycle;
  /** Seats of a team plan; 1 for other plans. */
  seats: number;
  price: number;
  currency: string;
}

export type SubscriptionPhase = "none" | "trial" | "active" | "past_due" | "ended";

export interface Subscription {
  phase: SubscriptionPhase;
  terms: PlanTerms | null;
  period_start: string | null;
  period_end: string | null;
  remaining_days: number;
  grace_end: string | null;
  cancel_at_end: boolean;
  /** Price of the next period; null: there is none. */
  renewal_price: number | null;
  next: PlanTerms | null;
  trial_available: boolean;
  trial_extendable: boolean;
  /** Time of the reminder email in a free trial; null: it was sent. */
  trial_reminder_at: string | null;
  lower: PlanTerms | null;
  open_order: Order | null;
  /** True if a payment provider stores the workspace's cards and the caller can manage them on its page. */
  portal: boolean;
}

/** Address of the payment provider's page for cards, for the person who requested it. */
export interface PortalPage {
  page: string;
}

/** Plan with its billing cycle, or a pack. */
export type PurchaseItem = { plan: string; cycle: BillingCycle; seats?: number } | { pack: string };

export interface Quote {
  kind: "subscribe" | "upgrade" | "downgrade" | "renew" | null;
  plan: string | null;
  cycle: BillingCycle | null;
  seats: number | null;
  pack: string | null;
  credits: number | null;
  price: number;
  remaining_days: number;
  credit: number;
  discount: number;
  promotion: PromotionKind | null;
  amount: number;
  currency: string;
  starts_at: string | null;
  ends_at: string;
}

export interface NewOrder {
  id: string;
  item: PurchaseItem;
  amount: number;
  currency: string;
}

export interface Order {
  id: string;
  /** `subscribe`, `upgrade`, `renew`, `pack`. */
  kind: string;
  plan: string | null;
  cycle: BillingCycle | null;
  seats: number;
  pack: string | null;
  credits: number | null;
  price: number;
  credit: number;
  discount: number;
  amount: number;
  currency: string;
  /** `open`, `paid`, `failed`, `cancelled`, `refunded`. */
  state: string;
  reason: string;
  provider: string;
  page: string | null;
  /** Time until which it can be paid, if its credit depends on the days left. */
  pay_by: string | null;
  /** True if a payment arrived for the closed order, or with a different amount, and must be refunded. */
  refund_due: boolean;
  created_at: string;
  paid_at: string | null;
}

/** Order as the operator sees it. */
export type BookedOrder = Order & {
  user_id: string | null;
  email: string | null;
  /** True while the buyer disputes the payment and the dispute is undecided. */
  disputed: boolean;
  /** End of the promised refund period; null: not paid, or no promise. */
  refund_until: string | null;
  /** True if `refund_until` is still in the future. */
  refund_promised: boolean;
};

/** Cancellation, or change to a lower plan instead, as the operator sees it. */
export interface PastCancellation {
  id: string;
  created_at: string;
  /** Email; null: the account was deleted. */
  email: string | null;
  plan: string;
  cycle: string;
  /** `trial`, `active` or `past_due`. */
  phase: string;
  reason: string;
  feedback: string;
  /** State of the offer of a lower plan: `none`, `refused` or `taken`. */
  offered: string;
  /** Time at which they had a renewing plan again. */
  returned_at: string | null;
}

export interface CancellationCount {
  reason: string;
  last_30_days: number;
  all_time: number;
  took_less: number;
  came_back: number;
}

export interface CancellationCounts {
  reasons: CancellationCount[];
}

export type CancelReason =
  | "too_expensive"
  | "not_used"
  | "missing_features"
  | "quality"
  | "something_else"
  | "temporary"
  | "advise";

export interface Takings {
  currency: string;
  payments: number;
  taken: number;
  given_back: number;
}

export interface Revenue {
  this_month: Takings[];
  last_30_days: Takings[];
  all_time: Takings[];
  subscriptions: { plan: string; cycle: string; phase: string; count: number }[];
}

/** Cost of one model in a month, in millionths of the currency. */
export interface CostOfModel {
  model: string;
  connection: string | null;
  runs: number;
  input_tokens: number;
  output_tokens: number;
  amount: number;
  unpriced_runs: number;
  estimated_runs: number;
  /** Answers rated with thumbs up and down in the month. */
  rated_up: number;
  rated_down: number;
}

export interface MonthBalance {
  month: string;
  income: Takings[];
  runs: number;
  cost: number;
  unpriced_runs: number;
  left: number | null;
}

export interface Costs {
  currency: string;
  month: string;
  models: CostOfModel[];
  months: MonthBalance[];
}

export interface SpendingPeriod {
  limit: number | null;
  spent: number;
  held: number;
  tripped: boolean;
  ends_at: string;
}

/** Model spending and its limits, in millionths of the currency. */
export interface Spending {
  currency: string;
  day: SpendingPeriod;
  month: SpendingPeriod;
  warn_at_percent: number;
  unpriced_models: string[];
}

// gateway

export type KeyScope = "models" | "chat" | "embeddings" | "images" | "mcp" | "videos";

export interface ApiKey {
  scopes: KeyScope[];
  id: string;
  name: string;
  prefix: string;
  cap: number | null;
  spent: number;
  created_at: string;
  last_used_at: string | null;
}

export interface NewApiKey {
  key: ApiKey;
  secret: string;
}

// bots

export type BotAccessibility = "public" | "link" | "only_me";

export interface Bot {
  id: string;
  name: string;
  description: string;
  /** Path of the icon on the server. */
  icon: string | null;
  welcome: string;
  prompt: string;
  model: string | null;
  /** Texts to begin a conversation with. */
  starters: string[];
  /** Keys of the tools that it may use; null: all that the person has. */
  tools: string[] | null;
  /** Files that it answers from; sent only with a single bot. */
  files: BotFile[];
  accessibility: BotAccessibility;
  state: "draft" | "published" | "deleted";
  /** Review of the last changes, sent to the author while others do not see them. */
  review: BotReview | null;
  mine: boolean;
  /** Sent only with a single bot. */
  author: string | null;
  favorited: boolean;
  pinned: boolean;
  /** Number of people who have talked to it. */
  people: number;
  /** Sent only to its author, with a single bot. */
  budget: BotBudget | null;
  version: number;
  created_at: string;
  updated_at: string;
}

/** File that a bot answers from. Nobody but its author can open it. */
export interface BotFile {
  id: string;
  name: string;
  media_type: string;
  size_bytes: number;
}

/** Review state of a public bot. */
export interface BotReview {
  state: "in_review" | "not_approved" | "withdrawn";
  /** Reason why it was not approved. */
  reason: string;
  /** True if others still see the previous version of the bot. */
  seen: boolean;
}

/** Monthly budget of a bot (UTC), in units of any meter. */
export interface BotBudget {
  /** Monthly maximum; null: no limit. */
  cap: number | null;
  spent: number;
  resets_at: string | null;
}

export interface BotFields {
  name: string;
  description: string;
  welcome: string;
  prompt: string;
  model: string | null;
  starters: string[];
  tools: string[] | null;
  accessibility: BotAccessibility;
  /** Monthly maximum; null: no limit. */
  cap: number | null;
  published: boolean;
}

/** Changes to a bot. Absent fields stay unchanged; an empty model lets each person use their own. */
export interface BotChange extends Partial<Omit<BotFields, "model">> {
  model?: string;
}

/** Empty conversation with a bot. */
export interface Talk {
  conversation_id: string;
  leaf_id: string | null;
}

export type ReportReason = "spam" | "harmful" | "sexual" | "hateful" | "copyright" | "other";

export interface BotReport {
  id: string;
  bot_id: string;
  reason: string;
  details: string;
  name: string;
  description: string;
  welcome: string;
  prompt: string;
  author: string | null;
  created_at: string;
}

/** Fields of a bot that other people get. */
export interface BotOffer {
  name: string;
  description: string;
  welcome: string;
  prompt: string;
  model: string | null;
  icon: string | null;
  starters: string[];
  tools: string[] | null;
  /** Names of its files. */
  files: string[];
}

/** Public bot in review. */
export interface SentBot {
  bot_id: string;
  version: number;
  author: string | null;
  sent_at: string;
  sent: BotOffer;
  /** Version that others see now. */
  seen: BotOffer | null;
}

// memos

export type MemoKind =
  | "note"
  | "reading"
  | "video"
  | "pdf"
  | "highlight"
  | "image"
  | "search_result"
  | "chat"
  | "tweet"
  | "audio_to_text"
  | "other";

export interface MemoFields {
  kind: MemoKind;
  title: string;
  /** Markdown. */
  body: string;
  source_url: string | null;
  /** Quote from the source at the time of saving. */
  quote: string | null;
  tags: string[];
}

/** Origin of a memo in this product, as a path, and its image; neither changes. */
export interface MemoOrigin {
  source_path: string | null;
  file_id: string | null;
}

/** Description of a memo's image. Its states are those of spec §5. */
export interface MemoSummary {
  state: "summarizing" | "complete" | "failed" | "cancelled";
  /** Latest complete summary; it stays while a new one is made and when that fails. */
  text: string | null;
  problem: Problem | null;
  /** Model of the latest attempt; null for an imported summary. */
  model_name: string | null;
  /** Receipt of the latest attempt; null until it has ended. */
  receipt: Receipt | null;
}

export interface Memo extends MemoFields, MemoOrigin {
  id: string;
  summary: MemoSummary | null;
  version: number;
  created_at: string;
  updated_at: string;
  /** Set in the trash. */
  deleted_at: string | null;
}

export interface NewMemo extends MemoFields, Partial<MemoOrigin> {
  id: string;
}

/** Outcome of a memo import, or of a dry run. */
export interface MemoImportReport {
  format: "markdown" | "bookmarks" | "table" | "karakeep" | "evernote";
  dry_run: boolean;
  added: number;
  /** Number that were imported before. */
  present: number;
  /** Number of entries that are not memos or break a rule. */
  left_out: number;
  /** Number of images that are imported. */
  pictures: number;
  /** First images that are left out because they are too large. */
  pictures_left_out: string[];
  /** Titles of the first new memos. */
  titles: string[];
}

/** Memo in a list. */
export interface MemoEntry {
  id: string;
  kind: MemoKind;
  /** Its title, or its first line. */
  title: string;
  excerpt: string;
  source_url: string | null;
  /** Its image. */
  file_id: string | null;
  /** Start of its text. */
  summary: MemoSummary | null;
  tags: string[];
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

export interface MemoTag {
  id: string;
  name: string;
  /** Number of memos with it. */
  memos: number;
}

export type MemoryLearning = "off" | "statements" | "model";

export type MemoryScope =
  | { kind: "everywhere" }
  | { kind: "bot"; bot_id: string }
  | { kind: "group"; group_id: string };

/** Memory settings of a person and how full their memory is. */
export interface Memory {
  recall: boolean;
  learn: MemoryLearning;
  /** Model that suggests items; null: the default one. */
  model: string | null;
  has_model: boolean;
  about: string;
  about_updated_at: string | null;
  respond: string;
  respond_updated_at: string | null;
  items: number;
  /** Maximum number of items; 0: the plan has no memory. */
  max_items: number;
  pending: number;
}

export interface MemoryChange {
  recall: boolean;
  learn: MemoryLearning;
  /** Model; empty: the default one. */
  model: string;
  about: string;
  respond: string;
}

/** Message that an item was learned from. */
export interface MemorySource {
  conversation_id: string;
  message_id: string;
}

/** Remembered item. */
export interface MemoryItem {
  id: string;
  text: string;
  scope: MemoryScope;
  source: MemorySource | null;
  version: number;
  added_at: string;
  updated_at: string;
  forgotten_at: string | null;
}

export interface NewMemoryItem {
  id: string;
  text: string;
  scope: MemoryScope;
}

export interface MemoryItemChange {
  text: string;
  scope: MemoryScope;
}

export type MemorySuggestionState = "pending" | "adopted" | "rejected";

/** Learned item that waits for the person's approval. */
export interface MemorySuggestion {
  id: string;
  state: MemorySuggestionState;
  text: string;
  /** Person's own words. */
  quote: string;
  source: MemorySource;
  /** Item that it would replace. */
  replaces: MemoryItem | null;
  /** Model that suggested it; null: the message says so literally. */
  model_name: string | null;
  rewriting: boolean;
  problem: Problem | null;
  created_at: string;
  decided_at: string | null;
}

/** Memory that was given to an answer. */
export interface MemoryUse {
  kind: "item" | "about" | "respond";
  /** Item; null if deleted, and for profile texts. */
  item: MemoryItem | null;
  changed: boolean;
}

export type MemoBatchAction =
  | { action: "delete" }
  | { action: "restore" }
  | { action: "tag"; tag: string }
  | { action: "untag"; tag: string };

// prompts

export interface Prompt {
  id: string;
  name: string;
  description: string;
  /** Text with variables such as `{{tone:select:warm|plain}}`. */
  content: string;
  kind: "my_prompt" | "selection_action" | "filling_action";
  public: boolean;
  mine: boolean;
  built_in: boolean;
  favorited: boolean;
  version: number;
  created_at: string;
  updated_at: string;
}

export interface PromptFields {
  name: string;
  description: string;
  content: string;
  public: boolean;
}

export interface PromptVersion {
  version: number;
  name: string;
  description: string;
  content: string;
  created_at: string;
}

export type QuickActionIcon =
  | "zap"
  | "lightbulb"
  | "list"
  | "languages"
  | "pen"
  | "check"
  | "reply"
  | "scale"
  | "code"
  | "table";

export interface QuickActionFields {
  name: string;
  icon: QuickActionIcon;
  prompt: string;
  behavior: "send" | "fill";
  scene: "any" | "composer" | "answer";
  public: boolean;
  description: string;
  category: "understand" | "write" | "translate" | "other";
  language: string | null;
  pinned: boolean;
}

export interface QuickAction extends QuickActionFields {
  id: string;
  /** Value for `If-Match`; null: never changed. */
  updated_at: string | null;
}

/** Changes to a quick action. Absent fields stay unchanged; an empty language means the conversation's. */
export interface QuickActionChange extends Partial<Omit<QuickActionFields, "language">> {
  language?: string;
}

// admin

export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
  created_at: string;
  sent_at: string | null;
  state: "waiting" | "sent" | "kept" | "failed";
  error: string | null;
}

/** Usage of a person's own workspace, or of a team, this month, and the operator's caps. */
export interface PersonCaps {
  since: string;
  meters: MeterUse[];
}

/** Person in an event; without a name, the account was deleted. */
export interface EventPerson {
  id: string;
  name: string | null;
  email: string | null;
}

/** Security event of the server, as operators see it. */
export interface AuditEvent {
  id: string;
  at: string;
  kind: SecurityEventKind;
  detail: string;
  amount: number | null;
  actor: EventPerson | null;
  person: EventPerson | null;
  workspace_id: string | null;
  subject_id: string | null;
  address: string | null;
}

/** Team, as the operator sees it. */
export interface ServerTeam {
  id: string;
  name: string;
  created_at: string;
  /** Number of confirmed members. */
  members: number;
}

export interface AdminUser {
  id: string;
  email: string;
  name: string;
  role: "operator" | "member";
  created_at: string;
  last_seen_at: string | null;
  suspended: boolean;
  /** Reason of the suspension, as shown to them. */
  suspended_reason: string;
  workspace_id: string;
  /** Plan of their own workspace: `free`, `pro`. */
  plan: string;
  plan_name: string;
  /** Remaining advanced credits; null: unlimited. */
  credits_left: number | null;
}

/** Origin of a credit lot. */
export type LotSource = "purchase" | "reward" | "plan" | "operator";

/** Credit lot of a person or team. */
export interface GrantedLot {
  id: string;
  /** Operator's grant, which can be revoked with this id; null for other lots. */
  grant_id: string | null;
  source: LotSource;
  plan: string | null;
  workspace_id: string;
  name: string;
  /** Email; null for a team. */
  email: string | null;
  meter: MeterUsage["meter"];
  /** Amount; null: unlimited. */
  amount: number | null;
  used: number;
  held: number;
  taken_back: number;
  given_at: string;
  /** Expiry; null: never. */
  ends_at: string | null;
  note: string;
  given_by: string | null;
  taken_at: string | null;
  taken_by: string | null;
}

export interface NewGrant {
  id: string;
  workspace_id: string;
  meter: MeterUsage["meter"];
  amount: number;
  ends_at: string | null;
  reason: string;
}

/** Person or team that can receive a grant. */
export interface Recipient {
  workspace_id: string;
  name: string;
  /** Email; null for a team. */
  email: string | null;
}

/** Operator's notice to everybody. */
export interface ServerNotice {
  /** Level; `closed` admits operators only. */
  level: "notice" | "closed";
  text: string;
  starts_at: string | null;
  ends_at: string | null;
  /** Distinguishes it from earlier notices. */
  changed_at: string;
}

/** Result of a check of what the server needs. */
export interface Finding {
  name: string;
  state: "ok" | "warning" | "failed";
  detail: string;
  /** The next step; null if nothing is to be done. */
  advice: string | null;
}

export interface ServerStatus {
  version: string;
  store: "sqlite" | "postgres";
  files: string;
  bus: string;
  uptime_seconds: number;
  [key: string]: unknown;
}

// sharing

/** Data a browser needs to subscribe to push messages, and this device's notification settings. */
export interface Push {
  /** Server's key, base64url. */
  public_key: string;
  /** Subscription; null: none. */
  subscription: PushSubscriptionInfo | null;
}

export interface PushSubscriptionInfo {
  /** True if notifications include the title of the conversation. */
  with_title: boolean;
  created_at: string;
}

/** Subscription data from the browser. */
export interface NewPushSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  with_title: boolean;
}

export interface NewShare {
  kind: string;
  subject_id: string;
  options?: Record<string, unknown>;
  expires_in_days?: number | null;
}

export interface Share {
  id: string;
  url: string;
  kind: string;
  subject_id: string;
  options: Record<string, unknown> | null;
  title: string;
  created_at: string;
  renewed_at: string;
  expires_at: string | null;
  expired: boolean;
  views: number;
}

/** Public content of a shared page; the format of `content` depends on `kind`. */
export interface SharedPage {
  kind: string;
  title: string;
  description: string;
  content: unknown;
  /** Path of its picture; null: none. */
  picture: string | null;
  shared_at: string;
  is_mine: boolean;
  /** True if the reader may end it although somebody else shared it. */
  may_take_down: boolean;
}

export interface Copied {
  kind: string;
  subject_id: string;
}

// tools

export type ToolRule = "ask" | "always" | "never";

export interface ServerTool {
  name: string;
  title: string;
  description: string;
  read_only: boolean;
  destructive: boolean;
  rule: ToolRule;
}

/** Tool server of the person or the operator. */
export interface ToolServer {
  key: string;
  name: string;
  /** Address; null for an operator's program. */
  url: string | null;
  by_operator: boolean;
  state: "unchecked" | "connected" | "needs_sign_in" | "failed";
  problem: string | null;
  checked_at: string | null;
  enabled: boolean;
  trust_read_only: boolean;
  signed_in: boolean;
  has_token: boolean;
  tools: ServerTool[];
}

export interface NewToolServer {
  name: string;
  url: string;
  token: string | null;
}

export interface ToolServerChange {
  enabled?: boolean;
  trust_read_only?: boolean;
}

// translation

/** Term with its required translation. `source_language` null: any language. */
export interface GlossaryTerm extends TermFields {
  id: string;
  created_at: string;
  updated_at: string;
}

export interface TermFields {
  original: string;
  translation: string;
  source_language: string | null;
  target_language: string;
}

export interface GlossaryImport {
  added: number;
  changed: number;
  unchanged: number;
  refused: { line: number; code: string }[];
}

export interface TranslationMemory {
  translations: number;
  max: number;
}

/** Result or failure of a text in a request. */
export type TranslationEvent =
  | { type: "translated"; index: number; text: string; remembered: boolean }
  | { type: "failed"; index: number; problem: Problem };

// portability

export type ImportState = "uploading" | "checking" | "checked" | "importing" | "done" | "failed";
export type ImportOrigin = "chatgpt" | "claude" | "gemini" | "open_webui" | "librechat" | "ensemble";

/** Contents of an archive, how much of it is new, and items that could not be mapped. */
export interface ImportReport {
  origins: ImportOrigin[];
  conversations: number;
  messages: number;
  branches: number;
  new_conversations: number;
  new_messages: number;
  present_conversations: number;
  other: Record<string, number>;
  unmapped_counts: Record<string, number>;
  unmapped: { reason: string; place: string; detail: string }[];
}

export interface Import {
  id: string;
  name: string;
  size_bytes: number;
  state: ImportState;
  piece_bytes: number;
  report: ImportReport | null;
  problem: Problem | null;
  done: number;
  total: number | null;
  created_at: string;
}

// search

/** Search engines with the structure of their results pages. */
export interface ResultsPageLayouts {
  version: number;
  engines: ResultsPageLayout[];
}

export interface ResultsPageLayout {
  id: string;
  name: string;
  /** Hosts, each including its subdomains. A last label `*` stands for any country's top-level domain. */
  hosts: string[];
  paths: string[];
  /** Query parameters with the search, in order of preference. */
  query: string[];
  /** Selector of the search field, for addresses without the query. */
  field: string;
  /** Parameters that mark other kinds of results (images, maps), unless the value is one of `web`. */
  other: string[];
  web: string[];
  /** Places for the assistant in order of preference; the first one found on the page is used. */
  places: SearchPlace[];
  results: SearchResults;
}

export interface SearchPlace {
  selector: string;
  at: "before" | "start" | "end" | "after";
}

export interface SearchResults {
  item: string;
  title: string;
  link: string;
  snippet: string;
}

/** Permissions of the search page assistant for this person. */
export interface SearchAssistant {
  automatic: boolean;
  plenty: boolean;
}

// writing

/** Tone of the rewritten text. */
export type HumanizationTone = "natural" | "plain" | "formal";

/** State of a humanization; all but `running` are final. */
export type HumanizationState = "running" | "completed" | "stopped" | "failed" | "interrupted";

export interface NewHumanization {
  text: string;
  tone: HumanizationTone;
  /** Model; null: the person's default. */
  model: string | null;
}

/** Humanization with its current state. */
export interface Humanization {
  id: string;
  state: HumanizationState;
  tone: HumanizationTone;
  text: string;
  /** Text so far; null: none. */
  written: string | null;
  run_id: string;
  model_name: string;
  words: number;
  /** Price in advanced credits; null until it is known. */
  credits: number | null;
  /** Facts missing in the rewritten text. */
  missing: string[];
  /** Facts added in the rewritten text. */
  added: string[];
  problem: Problem | null;
  created_at: string;
}

export interface HumanizationEntry {
  id: string;
  /** Start of its text. */
  excerpt: string;
  state: HumanizationState;
  tone: HumanizationTone;
  created_at: string;
}

export interface HumanizationPrice {
  words: number;
  words_per_credit: number;
  credits: number;
  /** True if this server charges for usage. */
  charges: boolean;
}

/** Findings in a text. Positions count UTF-16 code units, like string indexes. */
export interface GrammarReport {
  is_english: boolean;
  /** Length of the checked part; the rest would have taken too long. */
  checked: number;
  checker: string;
  findings: GrammarFinding[];
}

export interface GrammarFinding {
  start: number;
  end: number;
  /** Suggested replacements, best first. An empty one deletes the words. */
  options: string[];
  /** True for a definite mistake; otherwise a matter of style, or possibly a name. */
  is_mistake: boolean;
  reason: string;
}

// searches

export type SearchSource = "web" | "news" | "academic" | "developer" | "my_memo";
export type SearchEffort = "quick" | "balanced" | "thorough";
export type SearchSkill = "ask" | "summarize" | "keyword" | "summary_classic" | "bullet_ask";
export type SearchState = "searching" | "reading" | "answering" | "completed" | "failed" | "cancelled";
export type SearchEngineFault =
  | "unreachable"
  | "timed_out"
  | "key_refused"
  | "busy"
  | "refused"
  | "unreadable"
  | "paused";

/** Sites that a search includes or excludes. */
export interface SearchDomains {
  only: string[];
  never: string[];
}

export interface SearchSourceInfo {
  source: SearchSource;
  /** Names of the engines. */
  engines: string[];
}

/** Library item, other than a conversation, that matches the search. */
export interface OwnFind {
  /** `my_memo`, `reading`, `document`, `highlight`, `file`, `research`, `search`, `chat`; others may come. */
  kind: string;
  id: string;
  title: string;
  /** Path in this product. */
  path: string;
  text: string;
  changed_at: string;
}

export interface NewSearch {
  id: string;
  query: string;
  source: SearchSource;
  effort: SearchEffort;
  domains: SearchDomains;
  skill: SearchSkill;
  /** Model; null: the person's default. */
  model: string | null;
}

export interface SearchResult {
  /** Number used in the answer. */
  number: number;
  title: string;
  /** Web address, or a path in this product. */
  url: string;
  site: string;
  snippet: string | null;
  date: string | null;
  authors: string | null;
  place: string | null;
  found_by: string[];
  reading: "unread" | "read" | "failed";
}

/** Statement of an answer with the number of its source and the matching quote. */
export interface Cite {
  number: number;
  statement: string;
  state: "quoted" | "close" | "not_found";
  quote: string | null;
}

export interface SearchReport {
  name: string;
  found: number;
  fault: SearchEngineFault | null;
}

/** Search with its current state. */
export interface Search {
  id: string;
  title: string;
  query: string;
  source: SearchSource;
  effort: SearchEffort;
  domains: SearchDomains;
  skill: SearchSkill;
  state: SearchState;
  /** Model; null if none is connected, in which case sentences of the sources are extracted. */
  model: string | null;
  run_id: string | null;
  results: SearchResult[];
  engines: SearchReport[];
  answer: string | null;
  cites: Cite[];
  problem: Problem | null;
  created_at: string;
}

export interface SearchEntry {
  id: string;
  title: string;
  running: boolean;
  created_at: string;
}

// researches

export type ResearchState =
  | "clarifying"
  | "asking"
  | "planning"
  | "planned"
  | "researching"
  | "writing"
  | "paused"
  | "completed"
  | "cancelled";
export type ResearchPause = "person" | "steps" | "spend" | "problem";
export type ResearchStepKind =
  | "clarify"
  | "plan"
  | "search"
  | "read"
  | "extract"
  | "gaps"
  | "compare"
  | "section"
  | "summary";
export type ResearchStance = "supports" | "contradicts" | "neutral" | "unjudged";
export type ResearchEvery = "day" | "week" | "month";

export interface NewResearch {
  id: string;
  question: string;
  sources: SearchSource[];
  domains: SearchDomains;
  clarify: boolean;
  model: string | null;
}

export interface ResearchAgreement {
  plan: { question: string; queries: string[] }[];
  steps_max: number;
  /** Maximum total cost in units of the model's meter. */
  spend_max: number;
}

export interface ResearchContinuation {
  steps_max: number | null;
  spend_max: number | null;
}

/** Topic of the plan with its question and searches. */
export interface ResearchTopic {
  number: number;
  question: string;
  queries: string[];
  of_gap: boolean;
}

export interface ResearchStep {
  number: number;
  kind: ResearchStepKind;
  /** Topic; 0: all of them. */
  topic: number;
  state: "waiting" | "running" | "done" | "dropped";
  charged: number;
  outcome: { sources: number[]; unread: number[]; statements: number; engines: SearchReport[] };
  started_at: string;
  ended_at: string | null;
}

/** Claim about a topic, with the quote of its source and the outcome of the check. */
export interface ResearchStatement {
  topic: number;
  source: number;
  claim: string;
  quote: string | null;
  date: string | null;
  stance: ResearchStance;
  found: Cite["state"];
}

export interface ResearchSection {
  /** Topic; 0: the summary. */
  topic: number;
  title: string;
  text: string;
  cites: Cite[];
}

export interface ResearchSaid {
  topic: number;
  source: number;
  claim: string;
  quote: string | null;
  title: string;
  url: string;
}

/** Changes since the previous run of the research. */
export interface ResearchChanges {
  new_statements: ResearchSaid[];
  gone_statements: ResearchSaid[];
  new_sources: number[];
  changed_sources: number[];
  missing_sources: string[];
  text: string | null;
  cites: Cite[];
}

export interface ResearchCost {
  meter: string | null;
  /** Price of one question to the model. */
  price: number;
  spent: number;
  spend_max: number;
  /** Steps since it was last resumed. */
  steps: number;
  steps_max: number;
  /** Maximum price of running it again. */
  again_at_most: number;
  /** Maximum steps and cost of a plan by its number of topics; empty while no plan awaits approval. */
  at_most: { steps: number; spend: number }[];
}

/** Interval of scheduled runs (null: never) and their maximum monthly cost. */
export interface ResearchSchedule {
  every: ResearchEvery | null;
  cap: number | null;
}

/** Monthly budget of a research's scheduled runs (UTC), in units of the model's meter. */
export interface ResearchBudget {
  /** Monthly maximum; null: no limit. */
  cap: number | null;
  spent: number;
  resets_at: string | null;
  /** Time of a scheduled run that was skipped because of the budget; null: it has run since. */
  left_out_at: string | null;
}

export interface Research {
  id: string;
  title: string;
  question: string;
  sources: SearchSource[];
  domains: SearchDomains;
  /** Model; null if none is connected, in which case sentences of the sources are extracted. */
  model: string | null;
  state: ResearchState;
  pause: ResearchPause | null;
  clarifications: { question: string; answer: string | null }[];
  plan: ResearchTopic[];
  steps: ResearchStep[];
  /** Section being written; topic 0 is the summary. */
  writing: { topic: number; run_id: string } | null;
  found: SearchResult[];
  statements: ResearchStatement[];
  gaps: { text: string; topic: number | null }[];
  sections: ResearchSection[];
  cost: ResearchCost;
  changes: ResearchChanges | null;
  previous_id: string | null;
  root_id: string;
  every: ResearchEvery | null;
  next_at: string | null;
  /** Budget of scheduled runs; null: no schedule. */
  budget: ResearchBudget | null;
  problem: Problem | null;
  created_at: string;
}

export interface ResearchEntry {
  id: string;
  title: string;
  state: ResearchState;
  again: boolean;
  /** True if anything changed; null: not a repeated research, or not finished. */
  changed: boolean | null;
  every: ResearchEvery | null;
  created_at: string;
}

/** Search engine as the operator sees it. */
export interface SearchEngine {
  id: string;
  name: string;
  needs: "nothing" | "key" | "address";
  about: string;
  sources: SearchSource[];
  address: string | null;
  own_address: boolean;
  has_key: boolean;
  enabled: boolean;
  ready: boolean;
  /** Operator's description of a custom engine. */
  own: CustomSearchEngine | null;
}

export type SearchAnswerKind = "json" | "feed" | "page";

/** Operator's description of a custom engine. Its key is separate. */
export interface CustomSearchEngine {
  name: string;
  sources: SearchSource[];
  url: string;
  body: string | null;
  headers: { name: string; value: string }[];
  answer: SearchAnswerKind;
  items: string;
  title: string;
  link: string;
  snippet: string;
  date: string;
  timeout_seconds: number;
  per_minute: number;
  understands_sites: boolean;
}

/**
 * New custom engine. A missing key keeps the current one if the host is the same; an empty text removes it.
 */
export interface NewSearchEngine {
  own: CustomSearchEngine;
  api_key?: string | null;
}

/** News feed. */
export interface SearchFeed {
  id: string;
  url: string;
  title: string;
  entries: number;
  fault: SearchEngineFault | null;
  read_at: string | null;
}

/** Ranking preference for a site: always first, or never shown. */
export type SearchSitePlace = "first" | "never";

export interface SearchSite {
  site: string;
  place: SearchSitePlace;
}

/** Ranking preference; null: none. */
export interface SearchSiteChange {
  site: string;
  place: SearchSitePlace | null;
}

export interface SearchFeedsImported {
  added: number;
  known: number;
  refused: number;
  left_out: number;
}

/** Changes to a search engine. Absent fields stay unchanged; an empty text removes the value. */
export interface SearchEngineChange {
  enabled?: boolean;
  address?: string;
  api_key?: string;
}

export interface SearchEngineTest {
  found: number;
  first: string | null;
  fault: SearchEngineFault | null;
  trouble: "status" | "form" | "no_list" | "no_titles" | "no_addresses" | null;
  status: number | null;
  entries: number | null;
  sample: string | null;
}

/** Spec §3: "Action trigger modes: always, manually, dependsOnQuota, questionMark, auto." */
export type SearchTrigger = "always" | "manually" | "dependsOnQuota" | "questionMark" | "auto";

/** Person's web search setting for chats: on or off, and when to search automatically. */
export interface SearchInChat {
  on: boolean;
  trigger: SearchTrigger;
}

// reading

export type ReadingKind = "page" | "video" | "pdf";
export type ReadingLength = "short" | "medium" | "long";
/** Spec §4: "PDF reading: waiting, reading, cancelled", "summarizing, complete, failed, cancelled". */
export type ReadingState = "waiting" | "reading" | "summarizing" | "complete" | "failed" | "cancelled";

/**
 * Origin of the text: the server fetches it, the client read it in the person's browser, or it was uploaded.
 */
export type NewReadingSource =
  | { type: "address"; url: string }
  | { type: "text"; url?: string | null; title?: string; text: string }
  | { type: "file"; file_id: string };

export interface NewReading {
  id: string;
  source: NewReadingSource;
  length: ReadingLength;
  /** Model; null: the person's default. */
  model: string | null;
  /** True if the text is kept after it was summarized. */
  keep_source: boolean;
}

/** Request to summarize a reading again. */
export interface ReadingAgain {
  length: ReadingLength;
  model: string | null;
}

export interface ReadingChange {
  keep_source: boolean;
}

export interface ReadingSummary {
  length: ReadingLength;
  /** Model; null: sentences were extracted, nothing was written. */
  model: string | null;
  /** Markdown with passage numbers in square brackets. */
  text: string;
  cites: Cite[];
  places: number;
  /** Number of passages that the model got. */
  places_given: number;
  /** True if it is incomplete. */
  partial: boolean;
}

/** Reading with its current state. */
export interface Reading {
  id: string;
  title: string;
  kind: ReadingKind;
  url: string | null;
  file_id: string | null;
  state: ReadingState;
  /** Length of the summary in progress, or of the latest one. */
  length: ReadingLength;
  /** Model; null if none is connected, in which case sentences are extracted. */
  model: string | null;
  run_id: string | null;
  /** Summaries, one per length. */
  summaries: ReadingSummary[];
  keep_source: boolean;
  /** True if its text is stored. */
  has_source: boolean;
  /** True if it can be summarized again. */
  repeatable: boolean;
  problem: Problem | null;
  /** Underlying problem. */
  cause: Problem | null;
  created_at: string;
}

export interface ReadingEntry {
  id: string;
  title: string;
  kind: ReadingKind;
  url: string | null;
  state: ReadingState;
  created_at: string;
}

/** Numbered passage of a text. */
export interface ReadingPlace {
  number: number;
  text: string;
  /** Page of a PDF. */
  page: number | null;
  /** Position in a video, and the address that opens it there. */
  at_seconds: number | null;
  url: string | null;
  /** True if it was recognized by OCR and may have mistakes. */
  recognised: boolean;
  /** True if the text continues after it and was truncated. */
  cut: boolean;
}

export interface ReadingSource {
  places: ReadingPlace[];
  /** PDF with the passages, as it was read; null: there is none, or it was not kept. */
  pdf_file_id: string | null;
}
