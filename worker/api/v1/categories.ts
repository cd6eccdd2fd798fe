import { Hono } from "hono";
import type { AppEnv } from "../../context";

export const categories = new Hono<AppEnv>();
