CREATE TABLE "releases"."approval" (
	"release" uuid NOT NULL,
	"environment" text NOT NULL,
	"key" text NOT NULL,
	"signature" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "approval_release_environment_key_pk" PRIMARY KEY("release","environment","key")
);
--> statement-breakpoint
CREATE TABLE "releases"."release_signature" (
	"release" uuid NOT NULL,
	"key" text NOT NULL,
	"signature" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "release_signature_release_key_pk" PRIMARY KEY("release","key")
);
--> statement-breakpoint
CREATE TABLE "releases"."trust" (
	"version" integer PRIMARY KEY NOT NULL,
	"signed" jsonb NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "releases"."approval" ADD CONSTRAINT "approval_release_release_id_fk" FOREIGN KEY ("release") REFERENCES "releases"."release"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."approval" ADD CONSTRAINT "approval_environment_environment_name_fk" FOREIGN KEY ("environment") REFERENCES "releases"."environment"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."release_signature" ADD CONSTRAINT "release_signature_release_release_id_fk" FOREIGN KEY ("release") REFERENCES "releases"."release"("id") ON DELETE cascade ON UPDATE no action;