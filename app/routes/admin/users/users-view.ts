import type { ViewerView } from "~/lib/pages/views";

type Role = ViewerView["role"];

interface Choice {
  value: string;
  label: string;
}

/** A row of /admin/users, in the reader's language. */
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
  /** The day on which the account is emptied; null where nobody has asked for that. */
  deletion: string | null;
  /** Tier and score. */
  standing: string;
  joined: string;
  /** ISO 8601. */
  joinedAt: string;
  /** Whether the reader may close the account. */
  canManage: boolean;
}

export interface UserListView {
  query: { q: string; role: Role | null; state: string | null; after: string | null };
  roles: Choice[];
  states: Choice[];
  rows: UserRowView[];
  here: string;
  start: string;
  /** Null on the last page. */
  previous: string | null;
  total: string | null | undefined;
  next: string | null;
  /** Who is asked to be deleted; null where the address asks for nobody. */
  asked: { id: string; name: string; email: string }[] | null;
}

/** What became of those who were to be deleted. */
export interface RemovalView {
  summary: string;
  results: { id: string; name: string; href: string; refusal: string | null }[];
}

/** An entry of the audit log: `iso` for machines, `when` in full, `ago` in few words. */
export interface AuditView {
  id: string;
  action: string;
  who: string;
  change: string;
  ago: string;
  when: string;
  iso: string;
}

/** A role of the dialog; the warning shows once it is chosen. */
interface RoleChoice extends Choice {
  lead: string;
  isPresent: boolean;
  warning: string;
}

/** /admin/users/{id}, in the reader's language. */
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
  /** Why the reader can do nothing with the account, where that is so. */
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
  trust: { score: string; tier: string; entries: { key: string; label: string; points: string; date: string }[] };
  sessions: { id: string; name: string; lastUsed: string; since: string }[];
  audit: { about: AuditView[]; by: AuditView[] };
  /** What the address asks to confirm. */
  asked: "deactivate" | "delete" | null;
  isChangingRole: boolean;
  roles: RoleChoice[];
}
