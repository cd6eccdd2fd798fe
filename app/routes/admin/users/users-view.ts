import type { ViewerView } from "~/lib/pages/views";

type Role = ViewerView["role"];

interface Choice {
  value: string;
  label: string;
}

/** Row of `/admin/users`, localized. */
export interface UserRowView {
  id: string;
  href: string;
  name: string;
  initials: string;
  photoUrl: string | null;
  email: string;
  role: Role;
  roleLabel: string;
  isActive: boolean;
  /** Date of the scheduled deletion, or null. */
  deletion: string | null;
  /** Trust tier and score. */
  trust: string;
  joined: string;
  /** ISO 8601. */
  joinedAt: string;
  /** Whether the viewer may close the account. */
  canManage: boolean;
}

export interface UserListView {
  query: { q: string; role: Role | null; state: string | null; after: string | null };
  roles: Choice[];
  states: Choice[];
  rows: UserRowView[];
  here: string;
  start: string;
  /** Null on the first page. */
  previous: string | null;
  total: string | null | undefined;
  next: string | null;
  /** Accounts of the delete dialog, or null if it is closed. */
  asked: { id: string; name: string; email: string }[] | null;
}

/** Results of a bulk deletion. */
export interface RemovalView {
  summary: string;
  results: { id: string; name: string; href: string; refusal: string | null }[];
}

/** Entry of the audit log: `iso` for machines, `when` in full, `ago` short. */
export interface AuditView {
  id: string;
  action: string;
  who: string;
  change: string;
  ago: string;
  when: string;
  iso: string;
}

/** Role option of the dialog. The warning shows once it is selected. */
interface RoleChoice extends Choice {
  lead: string;
  isPresent: boolean;
  warning: string;
}

/** Data of `/admin/users/{id}`, localized. */
export interface UserDetailView {
  id: string;
  name: string;
  initials: string;
  photoUrl: string | null;
  email: string;
  role: { value: Role; label: string };
  isActive: boolean;
  deletion: string | null;
  canManage: boolean;
  /**
   * Localized reason why the viewer cannot manage the account. Valid only if `canManage` is false.
   */
  outOfReach: string;
  facts: { name: string; label: string; value: string }[];
  events: {
    counts: { status: string; label: string; count: string }[];
    latest: {
      id: string;
      href: string;
      title: string;
      status: "draft" | "pending" | "approved" | "rejected" | "flagged";
      label: string;
      starts: string;
    }[];
  };
  trust: {
    score: string;
    tier: string;
    entries: { key: string; label: string; points: string; date: string }[];
  };
  sessions: { id: string; name: string; lastUsed: string; since: string }[];
  audit: { about: AuditView[]; by: AuditView[] };
  /** Confirmation dialog of the URL, or null. */
  asked: "deactivate" | "delete" | null;
  isChangingRole: boolean;
  roles: RoleChoice[];
}
