/** Configuration of a Worker as wrangler reads it, as far as deployments change it. */
interface DeployedConfig {
  name: string;
  vars: Record<string, string>;
  d1_databases: { database_name: string; database_id: string }[];
  r2_buckets: { bucket_name: string }[];
  services: { binding: string; service: string }[];
  queues: {
    producers: { queue: string }[];
    consumers: { queue: string; dead_letter_queue?: string }[];
  };
  ratelimits: { namespace_id: string }[];
  routes?: object[] | undefined;
}

type Environment = "production" | "staging" | "preview";

interface Configurations {
  base: DeployedConfig;
  production: DeployedConfig;
  /** The second Worker's. */
  pictures: Pick<DeployedConfig, "name">;
  /** The third Worker's. */
  backups: Pick<DeployedConfig, "name" | "d1_databases" | "r2_buckets">;
}

export function readConfiguration(): Configurations;
export function targetOf(
  configurations: Configurations,
  environment: Environment,
  publicUrl: string | undefined,
): {
  environment: Environment;
  config: DeployedConfig;
  pictures: Pick<DeployedConfig, "name">;
  backups: Configurations["backups"];
};
export function unroutedDomain(
  configurations: Configurations,
  target: Pick<ReturnType<typeof targetOf>, "environment" | "config">,
): string;
export function withProduction(
  text: string,
  values: { databaseId: string; publicUrl: string; outboxMail: string },
): string;
