/** Types of every operation of the server: method, path, input and response. */

import type {
  AddedPerson,
  AdminUser,
  Affiliate,
  AffiliateClick,
  ApiKey,
  AuditEvent,
  AutoDeduction,
  BatchAction,
  BillingCycle,
  BookedOrder,
  Bot,
  BotChange,
  BotFields,
  BotReport,
  CancellationCounts,
  CancelReason,
  CodeSent,
  Commission,
  Connection,
  ConnectionChange,
  ConnectionTest,
  ContextReport,
  ConversationChange,
  ConversationDetail,
  ConversationGroup,
  ConversationResource,
  ConversationSettings,
  ConversationSummary,
  ConversationSummaryText,
  Copied,
  Costs,
  DeletedConversation,
  Device,
  DeviceClaim,
  DeviceSession,
  DeviceWish,
  DiscoveredServer,
  DocumentChange,
  DocumentChats,
  DocumentCollection,
  DocumentCollectionEntry,
  DocumentHighlight,
  DocumentHighlights,
  EducationOffer,
  FileInfo,
  FileText,
  Finding,
  GlossaryImport,
  GlossaryTerm,
  GrammarReport,
  GrantedLot,
  HighlightContent,
  Humanization,
  HumanizationEntry,
  HumanizationPrice,
  Image,
  ImageBoard,
  ImageModel,
  ImageSettings,
  ImageTask,
  ImageTaskEntry,
  ImageToolInfo,
  Import,
  InvitationPreview,
  Inviter,
  KeyScope,
  LibraryDocument,
  LotSource,
  Mail,
  Me,
  Memo,
  MemoBatchAction,
  MemoEntry,
  MemoFields,
  MemoKind,
  Memory,
  MemoryChange,
  MemoryItem,
  MemoryItemChange,
  MemorySuggestion,
  MemorySuggestionState,
  MemoryUse,
  MemoTag,
  Message,
  MessageFeedback,
  MeterUsage,
  MeterUse,
  ModelFileList,
  ModelList,
  NewApiKey,
  NewConnection,
  NewDocument,
  NewDocumentCollection,
  NewGrant,
  NewHumanization,
  NewImageTask,
  NewMemo,
  NewMemoryItem,
  NewMessage,
  NewOrder,
  NewPersonAccount,
  NewPersonInvitation,
  NewPushSubscription,
  NewReading,
  NewResearch,
  NewSearch,
  NewSearchEngine,
  NewShare,
  NewToolServer,
  NewVideoTask,
  Offer,
  OfferPreview,
  Order,
  OwnAffiliate,
  OwnFind,
  Page,
  Passkey,
  PasskeyOptions,
  PasswordLink,
  PastCancellation,
  PersonCaps,
  PersonInvitation,
  PersonSecurity,
  PlanTerms,
  PortalPage,
  Posting,
  Prompt,
  PromptFields,
  PromptVersion,
  PublicOffer,
  PurchaseItem,
  Push,
  PushSubscriptionInfo,
  QuestionAnswer,
  QuickAction,
  QuickActionChange,
  QuickActionFields,
  Quote,
  Reading,
  ReadingAgain,
  ReadingChange,
  ReadingEntry,
  ReadingSource,
  Recipient,
  RecognisedText,
  Regenerated,
  ReportReason,
  Research,
  ResearchAgreement,
  ResearchContinuation,
  ResearchEntry,
  ResearchSchedule,
  ResultsPageLayouts,
  Revenue,
  Rewards,
  Run,
  Search,
  SearchAssistant,
  SearchEngine,
  SearchEngineChange,
  SearchEngineTest,
  SearchEntry,
  SearchFeed,
  SearchFeedsImported,
  SearchHit,
  SearchInChat,
  SearchSite,
  SearchSiteChange,
  SearchSourceInfo,
  SecurityEvent,
  SecurityEventKind,
  Sent,
  SentBot,
  SentPersonInvitation,
  ServerChoices,
  ServerNotice,
  ServerSettingList,
  ServerSettingValue,
  ServerStatus,
  ServerTeam,
  Session,
  Settings,
  Share,
  SharedPage,
  SignedUp,
  SignInAnswer,
  SignInMethods,
  SignUpMode,
  Spending,
  Subscription,
  Talk,
  Team,
  TeamEntry,
  TeamInvitation,
  TeamMember,
  TeamRole,
  TeamUsage,
  TermFields,
  TestResult,
  ToolDecision,
  ToolRule,
  ToolServer,
  ToolServerChange,
  TotpSetUp,
  TranslationMemory,
  UsageReport,
  Video,
  VideoModel,
  VideoTask,
  VideoTaskEntry,
  WrittenPrompt,
} from "./wire";

interface OfHighlight {
  id: string;
  highlightId: string;
}

interface Paging {
  cursor?: string;
  limit?: number;
}

/** Page of tasks: by words of their titles, or of the trash. */
interface TaskPaging extends Paging {
  q?: string;
  deleted?: boolean;
}
interface ById {
  id: string;
}
interface OfMember extends ById {
  memberId: string;
}
interface OfSetting {
  setting_key: string;
}
interface NewCap {
  meter: MeterUsage["meter"];
  amount: number | null;
}
interface ByServer {
  server: string;
}

export interface GetOperations {
  "/api/accounts/session": { answer: Session };
  "/api/accounts/server": { answer: ServerChoices };
  "/api/admin/settings": { answer: ServerSettingList };
  "/api/accounts/invitations": { answer: { items: PersonInvitation[] } };
  "/api/accounts/devices": { answer: { items: Device[] } };
  "/api/accounts/sign-in-methods": { answer: SignInMethods };
  "/api/accounts/people/{user_id}": { path: { user_id: string }; answer: PersonSecurity };
  "/api/accounts/security-events": { query?: Paging; answer: Page<SecurityEvent> };
  "/api/chat/conversations": {
    query?: Paging & {
      id?: string;
      group?: string;
      bot_id?: string;
      pinned?: boolean;
      favorited?: boolean;
    };
    answer: Page<ConversationSummary>;
  };
  "/api/chat/conversations/{id}": { path: ById; query?: { newest?: number }; answer: ConversationDetail };
  "/api/chat/conversations/{id}/messages": {
    path: ById;
    query: { ids: string };
    answer: { items: Message[] };
  };
  "/api/chat/conversations/{id}/context": {
    path: ById;
    query?: { leaf_id?: string; model?: string };
    answer: ContextReport;
  };
  "/api/chat/conversations/{id}/resources": {
    path: ById;
    query: Paging & { kind: "files" | "links" };
    answer: Page<ConversationResource>;
  };
  "/api/chat/groups": { answer: { items: ConversationGroup[] } };
  "/api/chat/trash": { query?: Paging; answer: Page<DeletedConversation> };
  "/api/chat/search": {
    query: Paging & { q: string; utc_offset_minutes?: number };
    answer: Page<SearchHit>;
  };
  "/api/documents/library": { query?: Paging; answer: Page<LibraryDocument> };
  "/api/documents/library/{id}": { path: ById; answer: LibraryDocument };
  "/api/documents/library/{id}/chats": { path: ById; answer: DocumentChats };
  "/api/documents/library/{id}/highlights": { path: ById; answer: DocumentHighlights };
  "/api/documents/collections": { query?: Paging; answer: Page<DocumentCollectionEntry> };
  "/api/documents/collections/{id}": { path: ById; answer: DocumentCollection };
  "/api/documents/collections/{id}/chats": { path: ById; answer: DocumentChats };
  "/api/documents/files/{file_id}": { path: { file_id: string }; answer: FileInfo };
  "/api/documents/files/{file_id}/recognised/{number}": {
    path: { file_id: string; number: number };
    answer: RecognisedText;
  };
  "/api/documents/files/{file_id}/text": { path: { file_id: string }; answer: FileText };
  "/api/runs/{id}": { path: ById; answer: Run };
  "/api/models": { answer: ModelList };
  "/api/models/connections": { answer: { items: Connection[] } };
  "/api/models/discovered": { answer: { items: DiscoveredServer[] } };
  "/api/models/files": { answer: ModelFileList };
  "/api/tools/servers": { answer: { own_servers: boolean; items: ToolServer[] } };
  "/api/tools/chats/{conversation_id}": {
    path: { conversation_id: string };
    answer: { off: string[] };
  };
  "/api/billing/usage": { answer: UsageReport };
  "/api/search/engines": { answer: ResultsPageLayouts };
  "/api/search/chat": { answer: SearchInChat };
  "/api/search/sources": { answer: { items: SearchSourceInfo[] } };
  "/api/search/own": {
    query: { q: string; limit?: number; chats?: boolean };
    answer: { items: OwnFind[] };
  };
  "/api/search/own/{id}": { path: ById; query: { kind: string }; answer: OwnFind };
  "/api/search/answers/{id}/pages/{number}": {
    path: ById & { number: string };
    answer: { number: number; text: string };
  };
  "/api/search/searches": { query?: TaskPaging; answer: Page<SearchEntry> };
  "/api/search/searches/{id}": { path: ById; answer: Search };
  "/api/search/searches/{id}/pages/{number}": {
    path: ById & { number: string };
    answer: { number: number; text: string };
  };
  "/api/search/finders": { answer: { items: SearchEngine[] } };
  "/api/search/feeds": { answer: { items: SearchFeed[] } };
  "/api/search/shared-feeds": { answer: { items: SearchFeed[] } };
  "/api/search/sites": { answer: { items: SearchSite[] } };
  "/api/search/assistant": { answer: SearchAssistant };
  "/api/research/researches": { query?: Paging; answer: Page<ResearchEntry> };
  "/api/research/researches/{id}": { path: ById; answer: Research };
  "/api/research/researches/{id}/pages/{number}": {
    path: ById & { number: string };
    answer: { number: number; text: string };
  };
  "/api/writing/humanizations": { query?: TaskPaging; answer: Page<HumanizationEntry> };
  "/api/writing/humanizations/{id}": { path: ById; answer: Humanization };
  "/api/reading/readings": { query?: TaskPaging; answer: Page<ReadingEntry> };
  "/api/reading/readings/{id}": { path: ById; answer: Reading };
  "/api/reading/readings/{id}/source": { path: ById; answer: ReadingSource };
  "/api/billing/offer": { answer: PublicOffer };
  "/api/billing/own-offer": { answer: Offer };
  "/api/billing/education": { answer: EducationOffer };
  "/api/affiliates/own": { answer: OwnAffiliate };
  "/api/affiliates/commissions": { query?: Paging; answer: Page<Commission> };
  "/api/affiliates/all": { query?: Paging & { state?: string }; answer: Page<Affiliate> };
  "/api/rewards": { answer: Rewards };
  "/api/rewards/invitations/{code}": { path: { code: string }; answer: Inviter };
  "/api/billing/subscription": { answer: Subscription };
  "/api/billing/orders": { query?: Paging; answer: Page<Order> };
  "/api/billing/orders/{id}": { path: ById; answer: Order };
  "/api/billing/cancellations": {
    query?: Paging & { reason?: string };
    answer: Page<PastCancellation>;
  };
  "/api/billing/cancellation-counts": { answer: CancellationCounts };
  "/api/billing/all-orders": { query?: Paging & { state?: string }; answer: Page<BookedOrder> };
  "/api/billing/revenue": { answer: Revenue };
  "/api/billing/costs": { query?: { month?: string }; answer: Costs };
  "/api/billing/spending": { answer: Spending };
  "/api/billing/auto-deduction": { answer: AutoDeduction };
  "/api/teams": { answer: { items: TeamEntry[] } };
  "/api/teams/{id}": { path: ById; answer: Team };
  "/api/teams/{id}/members": { path: ById; answer: { items: TeamMember[] } };
  "/api/teams/{id}/usage": { path: ById; answer: TeamUsage };
  "/api/teams/{id}/invitation": { path: ById; answer: TeamInvitation };
  "/api/teams/invitations/{code}": { path: { code: string }; answer: InvitationPreview };
  "/api/billing/postings": { query?: Paging; answer: Page<Posting> };
  "/api/gateway/keys": { answer: { items: ApiKey[] } };
  "/api/portability/imports": { answer: { items: Import[] } };
  "/api/notifications/push": { answer: Push };
  "/api/notifications/unread": { answer: { count: number } };
  "/api/sharing/shares": { query?: { kind?: string; subject_id?: string }; answer: { items: Share[] } };
  "/api/sharing/public/{id}": { path: ById; answer: SharedPage };
  "/api/bots": { answer: { items: Bot[]; reviewed: boolean } };
  "/api/bots/explore": { query?: Paging & { q?: string }; answer: Page<Bot> };
  "/api/bots/reports": { query?: Paging; answer: Page<BotReport> };
  "/api/bots/reviews": { query?: Paging; answer: Page<SentBot> };
  "/api/bots/{id}": { path: ById; answer: Bot };
  "/api/memory": { answer: Memory };
  "/api/memory/items": {
    query?: Paging & { q?: string; forgotten?: boolean };
    answer: Page<MemoryItem>;
  };
  "/api/memory/suggestions": {
    query?: Paging & { state?: MemorySuggestionState };
    answer: Page<MemorySuggestion>;
  };
  "/api/memory/answers/{id}": { path: ById; answer: { items: MemoryUse[] } };
  "/api/memos": {
    query?: Paging & {
      q?: string;
      kind?: MemoKind;
      tag?: string;
      source?: string;
      links_to?: string;
      trash?: boolean;
    };
    answer: Page<MemoEntry>;
  };
  "/api/memos/tags": { answer: { items: MemoTag[] } };
  "/api/memos/{id}": { path: ById; answer: Memo };
  "/api/prompts": { query?: { tab?: "mine" | "public"; q?: string }; answer: { items: Prompt[] } };
  "/api/prompts/actions": { query?: { public?: boolean }; answer: { items: QuickAction[] } };
  "/api/translation/glossary": { answer: { items: GlossaryTerm[] } };
  "/api/translation/glossary/table": { answer: { csv: string } };
  "/api/translation/languages": { answer: { items: string[] } };
  "/api/translation/memory": { answer: TranslationMemory };
  "/api/prompts/{id}": { path: ById; answer: Prompt };
  "/api/prompts/{id}/versions": { path: ById; answer: { items: PromptVersion[] } };
  "/api/admin/outbox": { query?: Paging; answer: Page<Mail> };
  "/api/admin/users": {
    query?: Paging & { q?: string; role?: "operator" | "member"; suspended?: boolean };
    answer: Page<AdminUser>;
  };
  "/api/admin/users/{id}/caps": { path: ById; answer: PersonCaps };
  "/api/admin/teams": { query?: Paging & { q?: string }; answer: Page<ServerTeam> };
  "/api/admin/teams/{id}/caps": { path: ById; answer: PersonCaps };
  "/api/admin/security-events": {
    query?: Paging & { q?: string; kind?: SecurityEventKind };
    answer: Page<AuditEvent>;
  };
  "/api/admin/grants": {
    query?: Paging & { q?: string; source?: LotSource };
    answer: Page<GrantedLot>;
  };
  "/api/admin/recipients": { query?: { q?: string }; answer: Recipient[] };
  "/api/admin/notice": { answer: { notice: ServerNotice | null } };
  "/api/admin/own-notice": { answer: { notice: ServerNotice | null } };
  "/api/admin/status": { answer: ServerStatus };
  "/api/images": {
    query?: Paging & { q?: string; board_id?: string | null; starred?: boolean; deleted?: boolean };
    answer: Page<Image>;
  };
  "/api/images/{id}": { path: ById; answer: Image };
  "/api/images/models": { answer: { models: ImageModel[] } };
  "/api/images/tools": { answer: { tools: ImageToolInfo[] } };
  "/api/images/settings": { answer: ImageSettings };
  "/api/images/boards": { answer: { boards: ImageBoard[] } };
  "/api/images/tasks": { query?: TaskPaging; answer: Page<ImageTaskEntry> };
  "/api/images/tasks/{id}": { path: ById; answer: ImageTask };
  "/api/videos": {
    query?: Paging & { q?: string; starred?: boolean; deleted?: boolean };
    answer: Page<Video>;
  };
  "/api/videos/{video_id}": { path: { video_id: string }; answer: Video };
  "/api/videos/models": { answer: { models: VideoModel[] } };
  "/api/videos/tasks": { query?: TaskPaging; answer: Page<VideoTaskEntry> };
  "/api/videos/tasks/{video_task_id}": { path: { video_task_id: string }; answer: VideoTask };
}

export interface PostOperations {
  "/api/rewards/claims": { body: { code: string }; answer: undefined };
  "/api/affiliates/clicks": { body: { code: string }; answer: AffiliateClick };
  "/api/affiliates/claims": { answer: undefined };
  "/api/affiliates/all/{id}/approve": { path: ById; answer: Affiliate };
  "/api/affiliates/all/{id}/refuse": { path: ById; answer: Affiliate };
  "/api/affiliates/all/{id}/payouts": {
    path: ById;
    body: { amount: number; currency: string };
    answer: Affiliate;
  };
  "/api/billing/education/codes": {
    body: { email: string };
    answer: { expires_at: string; resend_after_seconds: number };
  };
  "/api/billing/education/proof": { body: { email: string; code: string }; answer: EducationOffer };
  "/api/billing/quotes": { body: PurchaseItem; answer: Quote };
  "/api/billing/orders": { body: NewOrder; answer: Order };
  "/api/billing/orders/{id}/cancel": { path: ById; answer: Order };
  "/api/billing/orders/{id}/check": { path: ById; answer: Order };
  "/api/billing/portal": { answer: PortalPage };
  "/api/billing/trial": { body: { cycle: BillingCycle }; answer: Subscription };
  "/api/billing/trial/extension": { answer: Subscription };
  "/api/billing/subscription/cancel": {
    body: { reason?: CancelReason; feedback?: string };
    answer: Subscription;
  };
  "/api/billing/subscription/resume": { answer: Subscription };
  "/api/billing/subscription/downgrade": {
    body: Omit<PlanTerms, "seats"> & {
      seats?: number;
      instead_of_cancelling?: { reason?: CancelReason; feedback: string };
    };
    answer: Subscription;
  };
  "/api/billing/all-orders/{id}/paid": { path: ById; answer: BookedOrder };
  "/api/billing/all-orders/{id}/refused": {
    path: ById;
    body: { reason?: string };
    answer: BookedOrder;
  };
  "/api/billing/all-orders/{id}/refund": { path: ById; answer: BookedOrder };
  "/api/billing/own-offer/preview": { body: Offer; answer: OfferPreview };
  "/api/teams": { body: { name: string }; answer: Team };
  "/api/teams/workspace": { body: { team_id: string | null }; answer: undefined };
  "/api/teams/{id}/disband": { path: ById; answer: Team };
  "/api/teams/{id}/restore": { path: ById; answer: Team };
  "/api/teams/{id}/invitation/reset": { path: ById; answer: TeamInvitation };
  "/api/teams/{id}/members/{memberId}/approve": {
    path: OfMember;
    answer: { items: TeamMember[] };
  };
  "/api/teams/invitations/{code}/join": { path: { code: string }; answer: InvitationPreview };
  "/api/accounts/sign-up": {
    body: {
      email: string;
      name: string;
      password: string;
      locale?: string;
      setup_code?: string;
      invitation?: string;
    };
    answer: SignedUp;
  };
  "/api/accounts/sign-up/invitation": {
    body: { invitation: string };
    answer: { email: string; name: string };
  };
  "/api/accounts/invitations": { body: NewPersonInvitation; answer: SentPersonInvitation };
  "/api/accounts/sign-up/verify": { body: { email: string; code: string }; answer: Session };
  "/api/accounts/sign-up/resend": { body: { email: string }; answer: CodeSent };
  "/api/accounts/device-grants": { body: DeviceWish; answer: { redirect_to: string } };
  "/api/accounts/device-grants/redeem": { body: DeviceClaim; answer: DeviceSession };
  "/api/accounts/sign-in": { body: { email: string; password: string }; answer: SignInAnswer };
  "/api/accounts/sign-in/second-factor": { body: { ticket: string; code: string }; answer: SignInAnswer };
  "/api/accounts/sign-in/password": { body: { ticket: string; password: string }; answer: SignInAnswer };
  "/api/accounts/sign-in/set-up": {
    body: { ticket: string; code: string };
    answer: { session: Session; recovery_codes: string[] };
  };
  "/api/accounts/sign-in/passkey/options": { answer: PasskeyOptions };
  "/api/accounts/sign-in/passkey": { body: { ticket: string; credential: object }; answer: SignInAnswer };
  "/api/accounts/second-factor": {
    body: { password: string };
    answer: { ticket: string; expires_at: string; set_up: TotpSetUp };
  };
  "/api/accounts/second-factor/confirm": {
    body: { ticket: string; code: string };
    answer: { recovery_codes: string[] };
  };
  "/api/accounts/second-factor/recovery-codes": {
    body: { password: string };
    answer: { recovery_codes: string[] };
  };
  "/api/accounts/second-factor/off": { body: { password: string }; answer: undefined };
  "/api/accounts/passkeys/options": { body: { password: string }; answer: PasskeyOptions };
  "/api/accounts/passkeys": {
    body: { ticket: string; name: string; credential: object };
    answer: Passkey;
  };
  "/api/accounts/people": { body: NewPersonAccount; answer: AddedPerson };
  "/api/accounts/people/{user_id}/password-link": {
    path: { user_id: string };
    body: { mail: boolean };
    answer: PasswordLink;
  };
  "/api/accounts/people/{user_id}/password": {
    path: { user_id: string };
    body: { password?: string | null };
    answer: { password: string };
  };
  "/api/accounts/password/link": { body: { link: string }; answer: { email: string; name: string } };
  "/api/accounts/password/link/redeem": { body: { link: string; password: string }; answer: SignInAnswer };
  "/api/accounts/sign-out": { answer: undefined };
  "/api/accounts/password/forgot": { body: { email: string }; answer: CodeSent };
  "/api/accounts/password/reset": {
    body: { email: string; code: string; password: string };
    answer: SignInAnswer;
  };
  "/api/accounts/password/change": {
    body: { current_password: string; new_password: string };
    answer: undefined;
  };
  "/api/accounts/deletion": { body: { password: string }; answer: undefined };
  "/api/chat/conversations/{id}/messages": { path: ById; body: NewMessage; answer: Sent };
  "/api/chat/conversations/batch": {
    body: { conversation_ids: string[] } & BatchAction;
    answer: { conversation_ids: string[] };
  };
  "/api/chat/conversations/read": { answer: undefined };
  "/api/chat/groups": { body: { name: string }; answer: ConversationGroup };
  "/api/chat/trash/restore": { answer: { restored: number } };
  "/api/chat/conversations/{id}/restore": { path: ById; answer: ConversationSummary };
  "/api/chat/messages/{id}/regenerate": {
    path: ById;
    body: { id: string; model?: string; without_memory?: boolean };
    answer: Regenerated;
  };
  "/api/chat/messages/{id}/ensemble": {
    path: ById;
    body: { id: string; model?: string; answers?: string[] };
    answer: Regenerated;
  };
  "/api/documents/collections": { body: NewDocumentCollection; answer: DocumentCollection };
  "/api/documents/collections/{id}/restore": { path: ById; answer: DocumentCollection };
  "/api/documents/library": { body: NewDocument; answer: LibraryDocument };
  "/api/documents/library/{id}/retry": { path: ById; answer: LibraryDocument };
  "/api/documents/library/{id}/restore": { path: ById; answer: LibraryDocument };
  "/api/documents/files": { body: { id: string; name: string; size_bytes: number }; answer: FileInfo };
  "/api/writing/humanizations": { body: NewHumanization; answer: Humanization };
  "/api/writing/humanizations/{id}/restore": { path: ById; answer: Humanization };
  "/api/writing/humanizations/price": { body: { text: string }; answer: HumanizationPrice };
  "/api/writing/grammar": { body: { text: string }; answer: GrammarReport };
  "/api/img_proxy/links": { body: { url: string }; answer: { address: string } };
  "/api/documents/files/{file_id}/retry": { path: { file_id: string }; answer: FileInfo };
  "/api/runs/{id}/cancel": { path: ById; answer: undefined };
  "/api/runs/{id}/tool-calls/{call_id}": {
    path: { id: string; call_id: string };
    body: { decision: ToolDecision };
    answer: undefined;
  };
  "/api/runs/{id}/questions/{question_id}": {
    path: { id: string; question_id: string };
    body: QuestionAnswer;
    answer: undefined;
  };
  "/api/tools/servers": { body: NewToolServer; answer: ToolServer };
  "/api/tools/servers/{server}/check": { path: ByServer; answer: ToolServer };
  "/api/tools/servers/{server}/sign-in": { path: ByServer; answer: { url: string } };
  "/api/models/connections": { body: NewConnection; answer: Connection };
  "/api/models/connections/test": { body: ConnectionTest; answer: TestResult };
  "/api/models/connections/{id}/refresh": { path: ById; answer: Connection };
  "/api/models/files/{name}/load": { path: { name: string }; answer: undefined };
  "/api/portability/imports": { body: { name: string; size_bytes: number }; answer: Import };
  "/api/portability/imports/{id}/check": { path: ById; answer: Import };
  "/api/portability/imports/{id}/start": { path: ById; answer: Import };
  "/api/sharing/shares": { body: NewShare; answer: Share };
  "/api/sharing/public/{id}/copy": { path: ById; answer: Copied };
  "/api/bots": { body: Partial<BotFields>; answer: Bot };
  "/api/search/searches": { body: NewSearch; answer: Search };
  "/api/research/researches": { body: NewResearch; answer: Research };
  "/api/research/researches/{id}/answers": {
    path: ById;
    body: { answers: (string | null)[] };
    answer: Research;
  };
  "/api/research/researches/{id}/plan": { path: ById; body: ResearchAgreement; answer: Research };
  "/api/research/researches/{id}/pause": { path: ById; answer: Research };
  "/api/research/researches/{id}/continue": { path: ById; body: ResearchContinuation; answer: Research };
  "/api/research/researches/{id}/cancel": { path: ById; answer: undefined };
  "/api/research/researches/{id}/restore": { path: ById; answer: Research };
  "/api/research/researches/{id}/again": { path: ById; body: { id: string }; answer: Research };
  "/api/tasks/{id}/seen": { path: ById; answer: undefined };
  "/api/reading/readings": { body: NewReading; answer: Reading };
  "/api/reading/readings/{id}/again": { path: ById; body: ReadingAgain; answer: Reading };
  "/api/reading/readings/{id}/cancel": { path: ById; answer: undefined };
  "/api/reading/readings/{id}/restore": { path: ById; answer: Reading };
  "/api/search/searches/{id}/cancel": { path: ById; answer: undefined };
  "/api/search/searches/{id}/restore": { path: ById; answer: Search };
  "/api/search/finders/{id}/test": { path: ById; answer: SearchEngineTest };
  "/api/search/finders": { body: NewSearchEngine; answer: SearchEngine };
  "/api/search/feeds": { body: { url: string }; answer: SearchFeed };
  "/api/search/feeds/{id}/restore": { path: ById; answer: SearchFeed };
  "/api/search/shared-feeds/{id}/restore": { path: ById; answer: SearchFeed };
  "/api/search/feeds/opml": { body: { opml: string }; answer: SearchFeedsImported };
  "/api/search/shared-feeds": { body: { url: string }; answer: SearchFeed };
  "/api/search/shared-feeds/opml": { body: { opml: string }; answer: SearchFeedsImported };
  "/api/bots/{id}/restore": { path: ById; answer: Bot };
  "/api/bots/{id}/files": { path: ById; body: { file_id: string }; answer: Bot };
  "/api/bots/{id}/conversations": { path: ById; body: { id: string }; answer: Talk };
  "/api/bots/{id}/reports": {
    path: ById;
    body: { reason: ReportReason; details?: string };
    answer: undefined;
  };
  "/api/memory/items": { body: NewMemoryItem; answer: MemoryItem };
  "/api/memory/items/{id}/forget": { path: ById; answer: MemoryItem };
  "/api/memory/items/{id}/restore": { path: ById; answer: MemoryItem };
  "/api/memory/suggestions/{id}/adopt": {
    path: ById;
    body: Partial<MemoryItemChange>;
    answer: MemoryItem;
  };
  "/api/memory/suggestions/{id}/reject": { path: ById; answer: MemorySuggestion };
  "/api/memory/suggestions/{id}/reopen": { path: ById; answer: MemorySuggestion };
  "/api/memory/suggestions/{id}/regenerate": { path: ById; answer: MemorySuggestion };
  "/api/memos": { body: NewMemo; answer: Memo };
  "/api/memos/batch": { body: { memo_ids: string[] } & MemoBatchAction; answer: { memo_ids: string[] } };
  "/api/memos/tags": { body: { name: string }; answer: MemoTag };
  "/api/memos/{id}/restore": { path: ById; answer: Memo };
  "/api/memos/{id}/summary": { path: ById; body: { model: string | null }; answer: Memo };
  "/api/memos/{id}/summary/cancel": { path: ById; answer: undefined };
  "/api/prompts": { body: PromptFields; answer: Prompt };
  "/api/prompts/{id}/restore": { path: ById; answer: Prompt };
  "/api/prompts/actions": { body: QuickActionFields; answer: QuickAction };
  "/api/translation/glossary": { body: TermFields; answer: GlossaryTerm };
  "/api/translation/glossary/table": { body: { csv: string }; answer: GlossaryImport };
  "/api/admin/checks": { answer: { items: Finding[] } };
  "/api/admin/test-mail": { body: { to: string }; answer: { by: string } };
  "/api/admin/grants": { body: NewGrant; answer: GrantedLot };
  "/api/admin/grants/{id}/take-back": { path: ById; answer: GrantedLot };
  "/api/gateway/keys": {
    body: { name: string; cap?: number; scopes?: readonly KeyScope[] };
    answer: NewApiKey;
  };
  "/api/images/tasks": { body: NewImageTask; answer: ImageTask };
  "/api/images/uploads": {
    body: { file_id: string; board_id: string | null; parent_id: string | null };
    answer: Image;
  };
  "/api/images/boards": { body: { id: string; name: string }; answer: ImageBoard };
  "/api/images/{id}/restore": { path: ById; answer: Image };
  "/api/images/prompts/improve": {
    body: { prompt: string; is_for_video: boolean; model: string | null };
    answer: WrittenPrompt;
  };
  "/api/images/prompts/from_image": {
    body: { file_id: string; model: string | null };
    answer: WrittenPrompt;
  };
  "/api/videos/tasks": { body: NewVideoTask; answer: VideoTask };
  "/api/videos/{video_id}/restore": { path: { video_id: string }; answer: Video };
  "/api/tasks/{id}/cancel": { path: ById; answer: undefined };
  "/api/tasks/{id}/retry": { path: ById; answer: undefined };
  "/api/tasks/{id}/restore": { path: ById; answer: undefined };
}

export interface PatchOperations {
  "/api/tools/servers/{server}": { path: ByServer; body: ToolServerChange; answer: ToolServer };
  "/api/tools/servers/{server}/rule": {
    path: ByServer;
    body: { tool: string; rule: ToolRule };
    answer: undefined;
  };
  "/api/tools/chats/{conversation_id}": {
    path: { conversation_id: string };
    body: { off: string[] };
    answer: { off: string[] };
  };
  "/api/accounts/server": { body: { name?: string; sign_up?: SignUpMode }; answer: ServerChoices };
  "/api/accounts/me": { body: { name?: string }; answer: Me };
  "/api/accounts/passkeys/{passkey_id}": {
    path: { passkey_id: string };
    body: { name: string };
    answer: Passkey;
  };
  "/api/accounts/settings": { body: Partial<Settings>; answer: Settings };
  "/api/chat/conversations/{id}": { path: ById; body: ConversationChange; answer: ConversationSummary };
  "/api/chat/groups/{id}": { path: ById; body: { name: string }; answer: ConversationGroup };
  "/api/models/connections/{id}": { path: ById; body: ConnectionChange; answer: Connection };
  "/api/bots/{id}": { path: ById; body: BotChange; answer: Bot };
  "/api/search/finders/{id}": { path: ById; body: SearchEngineChange; answer: SearchEngine };
  "/api/search/sites": { body: SearchSiteChange; answer: { items: SearchSite[] } };
  "/api/documents/collections/{id}": {
    path: ById;
    body: Partial<Omit<NewDocumentCollection, "id">>;
    answer: DocumentCollection;
  };
  "/api/documents/library/{id}": { path: ById; body: DocumentChange; answer: LibraryDocument };
  "/api/reading/readings/{id}": { path: ById; body: ReadingChange; answer: Reading };
  "/api/bots/{id}/marks": {
    path: ById;
    body: { favorited?: boolean; pinned?: boolean };
    answer: Bot;
  };
  "/api/bots/reports/{id}": {
    path: ById;
    body: { outcome: "dismissed" | "removed" };
    answer: undefined;
  };
  "/api/bots/reviews/{id}": {
    path: ById;
    body: { outcome: "approved" | "not_approved"; version: number; reason: string };
    answer: undefined;
  };
  "/api/memory": { body: Partial<MemoryChange>; answer: Memory };
  "/api/memory/items/{id}": { path: ById; body: Partial<MemoryItemChange>; answer: MemoryItem };
  "/api/memos/tags/{id}": { path: ById; body: { name: string }; answer: MemoTag };
  "/api/memos/{id}": { path: ById; body: Partial<MemoFields>; answer: Memo };
  "/api/teams/{id}": { path: ById; body: { name: string }; answer: Team };
  "/api/teams/{id}/invitation": {
    path: ById;
    body: { open?: boolean; days?: number };
    answer: TeamInvitation;
  };
  "/api/teams/{id}/members/{memberId}": {
    path: OfMember;
    body: { role: TeamRole };
    answer: { items: TeamMember[] };
  };
  "/api/prompts/{id}": { path: ById; body: Partial<PromptFields>; answer: Prompt };
  "/api/prompts/{id}/marks": { path: ById; body: { favorited: boolean }; answer: Prompt };
  "/api/prompts/actions/{id}": { path: ById; body: QuickActionChange; answer: QuickAction };
  "/api/admin/users/{id}": {
    path: ById;
    body: { role?: "operator" | "member"; suspended?: boolean; reason?: string };
    answer: AdminUser;
  };
  "/api/images/{id}": {
    path: ById;
    body: { starred?: boolean; board_id?: string | null };
    answer: Image;
  };
  "/api/images/boards/{id}": { path: ById; body: { name: string }; answer: ImageBoard };
  "/api/videos/{video_id}": { path: { video_id: string }; body: { starred?: boolean }; answer: Video };
}

export interface PutOperations {
  "/api/images/settings": { body: ImageSettings; answer: ImageSettings };
  "/api/admin/users/{id}/caps": {
    path: ById;
    body: { meter: MeterUse["meter"]; amount: number | null };
    answer: PersonCaps;
  };
  "/api/admin/teams/{id}/caps": {
    path: ById;
    body: { meter: MeterUse["meter"]; amount: number | null };
    answer: PersonCaps;
  };
  "/api/admin/own-notice": { body: Omit<ServerNotice, "changed_at">; answer: ServerNotice };
  "/api/admin/settings/{setting_key}": {
    path: OfSetting;
    body: { value: ServerSettingValue };
    answer: ServerSettingList;
  };
  "/api/documents/collections/{id}/chats/{conversationId}": {
    path: { id: string; conversationId: string };
    answer: undefined;
  };
  "/api/documents/library/{id}/chats/{conversationId}": {
    path: { id: string; conversationId: string };
    answer: undefined;
  };
  "/api/documents/library/{id}/highlights/{highlightId}": {
    path: OfHighlight;
    body: HighlightContent;
    answer: DocumentHighlight;
  };
  "/api/billing/spending": { body: { daily: number | null; monthly: number | null }; answer: Spending };
  "/api/affiliates/own": { body: { about: string; payout_to: string }; answer: OwnAffiliate };
  "/api/billing/own-offer": { body: Offer; answer: Offer };
  "/api/billing/auto-deduction": {
    body: { enabled: boolean; amount: number; monthly_limit: number };
    answer: AutoDeduction;
  };
  "/api/teams/{id}/cap": { path: ById; body: NewCap; answer: TeamUsage };
  "/api/teams/{id}/members/{memberId}/cap": { path: OfMember; body: NewCap; answer: TeamUsage };
  "/api/search/finders/{id}": { path: ById; body: NewSearchEngine; answer: SearchEngine };
  "/api/search/finder-order": { body: { ids: string[] }; answer: { items: SearchEngine[] } };
  "/api/search/chat": { body: SearchInChat; answer: SearchInChat };
  "/api/research/researches/{id}/schedule": {
    path: ById;
    body: ResearchSchedule;
    answer: Research;
  };
  "/api/translation/glossary/{id}": { path: ById; body: TermFields; answer: GlossaryTerm };
  "/api/chat/conversations/{id}/settings": {
    path: ById;
    body: ConversationSettings;
    answer: ConversationSettings;
  };
  "/api/notifications/push": { body: NewPushSubscription; answer: PushSubscriptionInfo };
  "/api/chat/summaries/{id}": { path: ById; body: { text: string }; answer: ConversationSummaryText };
  "/api/chat/messages/{id}/feedback": { path: ById; body: MessageFeedback; answer: MessageFeedback };
}

export interface DeleteOperations {
  "/api/admin/own-notice": { answer: undefined };
  "/api/admin/settings/{setting_key}": { path: OfSetting; answer: undefined };
  "/api/search/finders/{id}": { path: ById; answer: undefined };
  "/api/search/feeds/{id}": { path: ById; answer: undefined };
  "/api/search/shared-feeds/{id}": { path: ById; answer: undefined };
  "/api/search/searches/{id}": { path: ById; answer: undefined };
  "/api/research/researches/{id}": { path: ById; answer: undefined };
  "/api/writing/humanizations/{id}": { path: ById; answer: undefined };
  "/api/reading/readings/{id}": { path: ById; answer: undefined };
  "/api/documents/collections/{id}": { path: ById; answer: undefined };
  "/api/documents/library/{id}": { path: ById; answer: undefined };
  "/api/documents/library/{id}/highlights/{highlightId}": { path: OfHighlight; answer: undefined };
  "/api/documents/files/{file_id}": { path: { file_id: string }; answer: undefined };
  "/api/tools/servers/{server}": { path: ByServer; answer: undefined };
  "/api/tools/servers/{server}/sign-in": { path: ByServer; answer: ToolServer };
  "/api/accounts/invitations/{invitation_id}": { path: { invitation_id: string }; answer: undefined };
  "/api/accounts/devices": { answer: undefined };
  "/api/accounts/devices/{id}": { path: ById; answer: undefined };
  "/api/accounts/passkeys/{passkey_id}": { path: { passkey_id: string }; answer: undefined };
  "/api/accounts/people/{user_id}": { path: { user_id: string }; answer: undefined };
  "/api/accounts/people/{user_id}/second-factor": { path: { user_id: string }; answer: undefined };
  "/api/accounts/people/{user_id}/devices": { path: { user_id: string }; answer: undefined };
  "/api/accounts/people/{user_id}/devices/{device_id}": {
    path: { user_id: string; device_id: string };
    answer: undefined;
  };
  "/api/chat/conversations/{id}": { path: ById; answer: undefined };
  "/api/chat/groups/{id}": { path: ById; answer: undefined };
  "/api/chat/trash": { answer: undefined };
  "/api/chat/trash/{id}": { path: ById; answer: undefined };
  "/api/models/connections/{id}": { path: ById; answer: undefined };
  "/api/models/files/{name}": { path: { name: string }; answer: undefined };
  "/api/models/files/{name}/load": { path: { name: string }; answer: undefined };
  "/api/portability/imports/{id}": { path: ById; answer: undefined };
  "/api/notifications/push": { answer: undefined };
  "/api/sharing/shares/{id}": { path: ById; answer: undefined };
  "/api/sharing/public/{id}": { path: ById; answer: undefined };
  "/api/bots/{id}": { path: ById; answer: undefined };
  "/api/bots/{id}/icon": { path: ById; answer: undefined };
  "/api/bots/{id}/files/{fileId}": { path: { id: string; fileId: string }; answer: Bot };
  "/api/chat/messages/{id}/feedback": { path: ById; answer: undefined };
  "/api/bots/{id}/review": { path: ById; answer: Bot };
  "/api/memory": { answer: undefined };
  "/api/memory/items/{id}": { path: ById; answer: undefined };
  "/api/memos/tags/{id}": { path: ById; answer: undefined };
  "/api/memos/{id}": { path: ById; answer: undefined };
  "/api/teams/{id}/avatar": { path: ById; answer: Team };
  "/api/teams/{id}/members/{memberId}": { path: OfMember; answer: undefined };
  "/api/prompts/{id}": { path: ById; answer: undefined };
  "/api/prompts/actions/{id}": { path: ById; answer: undefined };
  "/api/translation/glossary/{id}": { path: ById; answer: undefined };
  "/api/translation/memory": { answer: undefined };
  "/api/gateway/keys/{id}": { path: ById; answer: undefined };
  "/api/images/{id}": { path: ById; answer: undefined };
  "/api/images/boards/{id}": { path: ById; answer: undefined };
  "/api/videos/{video_id}": { path: { video_id: string }; answer: undefined };
  "/api/tasks/{id}": { path: ById; answer: undefined };
}

/** Operations by method. An area adds its own to the interface of their method, in `operations.ts` of its folder. */
export interface Operations {
  get: GetOperations;
  post: PostOperations;
  patch: PatchOperations;
  put: PutOperations;
  delete: DeleteOperations;
}
