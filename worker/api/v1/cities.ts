import { Hono } from "hono";
import type { AppEnv } from "../../context";

export const cities = new Hono<AppEnv>();
