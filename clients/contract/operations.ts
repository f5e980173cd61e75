/** Every operation of the server: method, path, what it takes and what it answers with. */

import type {
  AdminUser,
  ApiKey,
  CodeSent,
  Connection,
  ConnectionChange,
  ConnectionTest,
  ConversationChange,
  ConversationDetail,
  ConversationSummary,
  Device,
  DiscoveredServer,
  Mail,
  Me,
  ModelList,
  NewApiKey,
  NewConnection,
  NewMessage,
  Page,
  Posting,
  Regenerated,
  Run,
  SearchHit,
  Sent,
  ServerStatus,
  Session,
  Settings,
  SignedUp,
  TestResult,
  UsageReport,
} from "./wire";

interface Paging {
  cursor?: string;
  limit?: number;
}
interface ById {
  id: string;
}

export interface Operations {
  get: {
    "/api/accounts/session": { answer: Session };
    "/api/accounts/devices": { answer: { items: Device[] } };
    "/api/chat/conversations": { query?: Paging; answer: Page<ConversationSummary> };
    "/api/chat/conversations/{id}": { path: ById; answer: ConversationDetail };
    "/api/chat/search": { query: Paging & { q: string }; answer: Page<SearchHit> };
    "/api/runs/{id}": { path: ById; answer: Run };
    "/api/models": { answer: ModelList };
    "/api/models/connections": { answer: { items: Connection[] } };
    "/api/models/discovered": { answer: { items: DiscoveredServer[] } };
    "/api/billing/usage": { answer: UsageReport };
    "/api/billing/postings": { query?: Paging; answer: Page<Posting> };
    "/api/gateway/keys": { answer: { items: ApiKey[] } };
    "/api/admin/outbox": { query?: Paging; answer: Page<Mail> };
    "/api/admin/users": { query?: Paging; answer: Page<AdminUser> };
    "/api/admin/status": { answer: ServerStatus };
  };
  post: {
    "/api/accounts/sign-up": {
      body: { email: string; name: string; password: string; locale?: string };
      answer: SignedUp;
    };
    "/api/accounts/sign-up/verify": { body: { email: string; code: string }; answer: Session };
    "/api/accounts/sign-up/resend": { body: { email: string }; answer: CodeSent };
    "/api/accounts/sign-in": { body: { email: string; password: string }; answer: Session };
    "/api/accounts/sign-out": { answer: undefined };
    "/api/accounts/password/forgot": { body: { email: string }; answer: CodeSent };
    "/api/accounts/password/reset": {
      body: { email: string; code: string; password: string };
      answer: Session;
    };
    "/api/accounts/password/change": {
      body: { current_password: string; new_password: string };
      answer: undefined;
    };
    "/api/accounts/deletion": { body: { password: string }; answer: undefined };
    "/api/chat/conversations/{id}/messages": { path: ById; body: NewMessage; answer: Sent };
    "/api/chat/conversations/{id}/restore": { path: ById; answer: ConversationSummary };
    "/api/chat/messages/{id}/regenerate": {
      path: ById;
      body: { id: string; model?: string };
      answer: Regenerated;
    };
    "/api/runs/{id}/cancel": { path: ById; answer: undefined };
    "/api/models/connections": { body: NewConnection; answer: Connection };
    "/api/models/connections/test": { body: ConnectionTest; answer: TestResult };
    "/api/models/connections/{id}/refresh": { path: ById; answer: Connection };
    "/api/gateway/keys": { body: { name: string; cap?: number }; answer: NewApiKey };
  };
  patch: {
    "/api/accounts/me": { body: { name?: string }; answer: Me };
    "/api/accounts/settings": { body: Partial<Settings>; answer: Settings };
    "/api/chat/conversations/{id}": { path: ById; body: ConversationChange; answer: ConversationSummary };
    "/api/models/connections/{id}": { path: ById; body: ConnectionChange; answer: Connection };
    "/api/admin/users/{id}": {
      path: ById;
      body: { role?: "operator" | "member"; suspended?: boolean };
      answer: AdminUser;
    };
  };
  delete: {
    "/api/accounts/devices": { answer: undefined };
    "/api/accounts/devices/{id}": { path: ById; answer: undefined };
    "/api/chat/conversations/{id}": { path: ById; answer: undefined };
    "/api/models/connections/{id}": { path: ById; answer: undefined };
    "/api/gateway/keys/{id}": { path: ById; answer: undefined };
  };
}
