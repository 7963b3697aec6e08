CREATE TABLE "releases"."page_pictures" (
	"release" uuid NOT NULL,
	"live" uuid NOT NULL,
	"beside" uuid NOT NULL,
	"pages" jsonb NOT NULL,
	"message" text,
	"taken_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "page_pictures_release_live_beside_pk" PRIMARY KEY("release","live","beside")
);
--> statement-breakpoint
ALTER TABLE "releases"."page_pictures" ADD CONSTRAINT "page_pictures_release_release_id_fk" FOREIGN KEY ("release") REFERENCES "releases"."release"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."page_pictures" ADD CONSTRAINT "page_pictures_live_release_id_fk" FOREIGN KEY ("live") REFERENCES "releases"."release"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."page_pictures" ADD CONSTRAINT "page_pictures_beside_release_id_fk" FOREIGN KEY ("beside") REFERENCES "releases"."release"("id") ON DELETE cascade ON UPDATE no action;