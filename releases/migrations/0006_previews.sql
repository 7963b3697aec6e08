CREATE TABLE "releases"."secret" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
