CREATE FUNCTION public.book_entry_rules() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.seq > 1 AND NOT EXISTS
        (SELECT 1 FROM book_entry prior WHERE prior.game_id = NEW.game_id AND prior.seq = NEW.seq - 1) THEN RAISE EXCEPTION 'an entry follows the one before it without a gap' USING ERRCODE = 'integrity_constraint_violation'; END IF; IF NEW.reversal_of IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM book_entry prior WHERE prior.game_id = NEW.game_id AND prior.seq = NEW.reversal_of
         AND prior.place = NEW.place AND prior.amount_0 = -NEW.amount_0 AND prior.amount_1 = -NEW.amount_1 AND prior.amount_2 = -NEW.amount_2 AND prior.amount_3 = -NEW.amount_3 AND prior.fee = -NEW.fee) THEN RAISE EXCEPTION 'a reversal takes back exactly the entry it names' USING ERRCODE = 'integrity_constraint_violation'; END IF; IF NEW.reversal_of IS NULL AND NEW.place < NEW.seq AND NOT EXISTS
        (SELECT 1 FROM book_entry prior WHERE prior.game_id = NEW.game_id AND prior.seq = NEW.seq - 1
         AND prior.place = NEW.place AND prior.kind = 'retract') THEN RAISE EXCEPTION 'a restated entry follows the retracting of the former one' USING ERRCODE = 'integrity_constraint_violation'; END IF; RETURN NEW; END $$;
CREATE FUNCTION public.book_refuse() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation'; END $$;
CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.book_answer (
    key_digest character varying(64) NOT NULL,
    fingerprint character varying(64) NOT NULL,
    status integer NOT NULL,
    body text NOT NULL,
    revision bigint NOT NULL,
    nonce character varying(64) NOT NULL,
    written_ms bigint NOT NULL
);
CREATE TABLE public.book_entry (
    game_id bigint NOT NULL,
    seq bigint NOT NULL,
    place bigint NOT NULL,
    kind character varying(16) NOT NULL,
    event text NOT NULL,
    amount_0 bigint NOT NULL,
    amount_1 bigint NOT NULL,
    amount_2 bigint NOT NULL,
    amount_3 bigint NOT NULL,
    fee bigint NOT NULL,
    charges_fee boolean NOT NULL,
    reversal_of bigint,
    idempotency_key character varying(64),
    written_ms bigint NOT NULL,
    written_by character varying(80) NOT NULL,
    CONSTRAINT ck_book_entry_amount_limit CHECK ((((amount_0 >= '-1000000000000'::bigint) AND (amount_0 <= '1000000000000'::bigint)) AND ((amount_1 >= '-1000000000000'::bigint) AND (amount_1 <= '1000000000000'::bigint)) AND ((amount_2 >= '-1000000000000'::bigint) AND (amount_2 <= '1000000000000'::bigint)) AND ((amount_3 >= '-1000000000000'::bigint) AND (amount_3 <= '1000000000000'::bigint)))),
    CONSTRAINT ck_book_entry_balanced CHECK ((((((amount_0 + amount_1) + amount_2) + amount_3) + fee) = 0)),
    CONSTRAINT ck_book_entry_fee_declared CHECK ((charges_fee OR (fee = 0))),
    CONSTRAINT ck_book_entry_place CHECK (((seq >= 1) AND (place >= 1) AND (place <= seq))),
    CONSTRAINT ck_book_entry_reversal_earlier CHECK (((reversal_of IS NULL) OR (reversal_of < seq)))
);
CREATE TABLE public.book_feed (
    table_id character varying(32) NOT NULL,
    revision bigint NOT NULL,
    kind character varying(16) NOT NULL,
    game integer,
    first_seq bigint,
    last_seq bigint,
    written_ms bigint NOT NULL
);
CREATE TABLE public.book_game (
    id bigint NOT NULL,
    table_id character varying(32) NOT NULL,
    number integer NOT NULL,
    ruleset character varying(64) NOT NULL,
    ruleset_version character varying(32) NOT NULL,
    options text NOT NULL,
    charges_fee boolean NOT NULL,
    start text NOT NULL,
    created_ms bigint NOT NULL,
    head_seq bigint NOT NULL,
    hands bigint NOT NULL,
    fees bigint NOT NULL,
    state text NOT NULL,
    seating text NOT NULL,
    closed boolean NOT NULL
);
CREATE SEQUENCE public.book_game_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.book_game_id_seq OWNED BY public.book_game.id;
CREATE TABLE public.book_outcome (
    game_id bigint NOT NULL,
    place bigint NOT NULL,
    seat integer NOT NULL,
    player integer NOT NULL,
    amount bigint NOT NULL,
    won boolean NOT NULL
);
CREATE TABLE public.book_player (
    table_id character varying(32) NOT NULL,
    number integer NOT NULL,
    name character varying(80) NOT NULL
);
CREATE TABLE public.book_standing (
    game_id bigint NOT NULL,
    player integer NOT NULL,
    balance bigint NOT NULL,
    hands bigint NOT NULL,
    wins bigint NOT NULL,
    self_draws bigint NOT NULL,
    deal_ins bigint NOT NULL,
    draws bigint NOT NULL,
    dealt bigint NOT NULL,
    false_wins bigint NOT NULL,
    penalties bigint NOT NULL,
    won_amount bigint NOT NULL
);
CREATE TABLE public.book_table (
    id character varying(32) NOT NULL,
    name character varying(80) NOT NULL,
    revision bigint NOT NULL,
    games integer NOT NULL,
    players integer NOT NULL,
    created_ms bigint NOT NULL,
    CONSTRAINT ck_book_table_revision CHECK ((revision >= 1))
);
CREATE TABLE public.book_token (
    id bigint NOT NULL,
    table_id character varying(32) NOT NULL,
    role character varying(8) NOT NULL,
    label character varying(80) NOT NULL,
    digest character varying(64) NOT NULL,
    created_ms bigint NOT NULL,
    revoked_ms bigint,
    CONSTRAINT ck_book_token_role CHECK (((role)::text = ANY ((ARRAY['host'::character varying, 'watch'::character varying])::text[])))
);
CREATE SEQUENCE public.book_token_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.book_token_id_seq OWNED BY public.book_token.id;
CREATE TABLE public.book_turn (
    game_id bigint NOT NULL,
    place bigint NOT NULL,
    kind character varying(16) NOT NULL,
    live_seq bigint,
    undone_seq bigint,
    state_before text NOT NULL
);
ALTER TABLE ONLY public.book_game ALTER COLUMN id SET DEFAULT nextval('public.book_game_id_seq'::regclass);
ALTER TABLE ONLY public.book_token ALTER COLUMN id SET DEFAULT nextval('public.book_token_id_seq'::regclass);
INSERT INTO public.alembic_version VALUES ('0001');
INSERT INTO public.book_answer VALUES ('2e81738d712f536344b1e096b033c861ca89de1d8020094e5e92396ab9136c9b', 'e0366785b61e2d023e2e07f058d5cec78d05652541fac8e2ca6bcbfca8ce9e83', 201, '{"revision":1,"table":{"created_at":"2026-11-30T02:43:23.833Z","game":{"can_redo":null,"can_undo":null,"closed":false,"created_at":"2026-11-30T02:43:23.867Z","currency":null,"entries":0,"fees":0,"hands":0,"number":1,"progress":{"dealer":0,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":0,"name":"老王","player":1,"seat":0,"wind":"E"},{"balance":0,"name":"小李","player":2,"seat":1,"wind":"S"},{"balance":0,"name":"阿芳","player":3,"seat":2,"wind":"W"},{"balance":0,"name":"大刘","player":4,"seat":3,"wind":"N"}],"sum":0,"totals":[{"balance":0,"name":"老王","player":1,"seat":0},{"balance":0,"name":"小李","player":2,"seat":1},{"balance":0,"name":"阿芳","player":3,"seat":2},{"balance":0,"name":"大刘","player":4,"seat":3}],"unit_price":null},"games":1,"id":"b4658a3661379049","name":"桌","players":[{"name":"老王","player":1},{"name":"小李","player":2},{"name":"阿芳","player":3},{"name":"大刘","player":4}],"revision":1},"tokens":["host","watch"]}', 1, 'a8c7f910490bbc4fe0f9f91426c68160a041c424db3acb7f6db6a060e1166758', 1796006603968);
INSERT INTO public.book_answer VALUES ('3d3d007a0eb5cc66ebba8dd675a99c3db4cef7f3e9c6be008a9d84419ea9cce8', 'b676e633f7b68fb34242f0135ab7c27c832f9145680a4a3d32eec74a55f657b5', 201, '{"entries":[{"amounts":[30,-10,-10,-10],"entry":1,"event":{"kind":"amounts","payer":null,"reason":null,"win_by":"self-draw","winners":[0]},"fee":0,"in_force":true,"kind":"amounts","place":1,"reversal_of":null,"written_at":"2026-11-30T02:43:24.020Z","written_by":"host"}],"first_entry":1,"game":{"can_redo":null,"can_undo":1,"closed":false,"created_at":"2026-11-30T02:43:23.867Z","currency":null,"entries":1,"fees":0,"hands":1,"number":1,"progress":{"dealer":1,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":30,"name":"老王","player":1,"seat":0,"wind":"N"},{"balance":-10,"name":"小李","player":2,"seat":1,"wind":"E"},{"balance":-10,"name":"阿芳","player":3,"seat":2,"wind":"S"},{"balance":-10,"name":"大刘","player":4,"seat":3,"wind":"W"}],"sum":0,"totals":[{"balance":30,"name":"老王","player":1,"seat":0},{"balance":-10,"name":"小李","player":2,"seat":1},{"balance":-10,"name":"阿芳","player":3,"seat":2},{"balance":-10,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":1,"revision":2}', 2, '', 1796006604164);
INSERT INTO public.book_answer VALUES ('6a21ae2562e7dd5774646b4903950f910856aa6707973300f7cdb0c59d36fdd0', 'e928970d885a79265c0a0d76e161f2f05daaa732f437a6c5d095ed03b0154983', 201, '{"entries":[{"amounts":[-8,43,-27,-8],"entry":2,"event":{"kind":"hand","payer":2,"win_by":"discard","winners":[1],"wins":[{"context":{"dealer":1,"payer":2,"round_wind":"E","streak":1,"win_by":"discard","winner":1},"hand":{"aside":"","concealed":"123456789m99p66s","melds":[],"win_tile":"6s"},"result":{"formula":"清龙 16 + 门前清 2 + 无字 1 = 19","items":[{"count":1,"id":"pure-straight","name":"清龙","name_en":"Pure straight","sets":[0,1,2],"value":16},{"count":1,"id":"concealed-hand","name":"门前清","name_en":"Concealed hand","sets":[],"value":2},{"count":1,"id":"no-honours","name":"无字","name_en":"No honours","sets":[],"value":1}],"not_counted":[],"payments":[{"amount":27,"from":2,"to":1,"why":"8 + 19 番 = 27"},{"amount":8,"from":3,"to":1,"why":"8, not the discarder"},{"amount":8,"from":0,"to":1,"why":"8, not the discarder"}],"payouts":[-8,43,-27,-8],"reading":{"pair":"99p","sets":[{"concealed":true,"tiles":"123m","type":"chow","wild":[]},{"concealed":true,"tiles":"456m","type":"chow","wild":[]},{"concealed":true,"tiles":"789m","type":"chow","wild":[]},{"concealed":false,"tiles":"666s","type":"pung","wild":[]}],"shape":"sets","won":3},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"runner_up":null,"status":"scored","total":19,"unit":"番"}}]},"fee":0,"in_force":true,"kind":"hand","place":2,"reversal_of":null,"written_at":"2026-11-30T02:43:24.205Z","written_by":"host"}],"first_entry":2,"game":{"can_redo":null,"can_undo":2,"closed":false,"created_at":"2026-11-30T02:43:23.867Z","currency":null,"entries":2,"fees":0,"hands":2,"number":1,"progress":{"dealer":2,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":22,"name":"老王","player":1,"seat":0,"wind":"W"},{"balance":33,"name":"小李","player":2,"seat":1,"wind":"N"},{"balance":-37,"name":"阿芳","player":3,"seat":2,"wind":"E"},{"balance":-18,"name":"大刘","player":4,"seat":3,"wind":"S"}],"sum":0,"totals":[{"balance":22,"name":"老王","player":1,"seat":0},{"balance":33,"name":"小李","player":2,"seat":1},{"balance":-37,"name":"阿芳","player":3,"seat":2},{"balance":-18,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":2,"revision":3}', 3, '', 1796006604309);
INSERT INTO public.book_answer VALUES ('17aed9e8f72dc5235d4555de82cdf04a1c3128d9d1c9ebdaad11aaa9f74ae0a1', 'd026dc1ec7f5ca67892d1ecb3d3fb49cb1747b9aabc4d1c1c99695fe62fdce7d', 201, '{"entries":[{"amounts":[0,0,0,0],"entry":3,"event":{"kind":"draw","konged":false},"fee":0,"in_force":true,"kind":"draw","place":3,"reversal_of":null,"written_at":"2026-11-30T02:43:24.356Z","written_by":"host"}],"first_entry":3,"game":{"can_redo":null,"can_undo":3,"closed":false,"created_at":"2026-11-30T02:43:23.867Z","currency":null,"entries":3,"fees":0,"hands":3,"number":1,"progress":{"dealer":3,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":22,"name":"老王","player":1,"seat":0,"wind":"S"},{"balance":33,"name":"小李","player":2,"seat":1,"wind":"W"},{"balance":-37,"name":"阿芳","player":3,"seat":2,"wind":"N"},{"balance":-18,"name":"大刘","player":4,"seat":3,"wind":"E"}],"sum":0,"totals":[{"balance":22,"name":"老王","player":1,"seat":0},{"balance":33,"name":"小李","player":2,"seat":1},{"balance":-37,"name":"阿芳","player":3,"seat":2},{"balance":-18,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":3,"revision":4}', 4, '', 1796006604468);
INSERT INTO public.book_answer VALUES ('931a2fe35c0f5e6c5977086c606e4cd2e5caa3b17236804ebb2192a162672ef8', '8943357235eb2d549f7887000cd9704235664cad95bb195bf703d2351164cb1c', 201, '{"entries":[{"amounts":[10,10,10,-30],"entry":4,"event":{"kind":"false_win","reason":null,"seat":3},"fee":0,"in_force":true,"kind":"false_win","place":4,"reversal_of":null,"written_at":"2026-11-30T02:43:24.528Z","written_by":"host"}],"first_entry":4,"game":{"can_redo":null,"can_undo":4,"closed":false,"created_at":"2026-11-30T02:43:23.867Z","currency":null,"entries":4,"fees":0,"hands":3,"number":1,"progress":{"dealer":3,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":32,"name":"老王","player":1,"seat":0,"wind":"S"},{"balance":43,"name":"小李","player":2,"seat":1,"wind":"W"},{"balance":-27,"name":"阿芳","player":3,"seat":2,"wind":"N"},{"balance":-48,"name":"大刘","player":4,"seat":3,"wind":"E"}],"sum":0,"totals":[{"balance":32,"name":"老王","player":1,"seat":0},{"balance":43,"name":"小李","player":2,"seat":1},{"balance":-27,"name":"阿芳","player":3,"seat":2},{"balance":-48,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":4,"revision":5}', 5, '', 1796006604625);
INSERT INTO public.book_answer VALUES ('575bb9943d59822fd2112c1216ad67674b15797cf8b90dce6d763a033c208d46', '7a0d29499a1948a3a8c34bafa8544cca564f4f8ecd020335c4b3addda58db093', 201, '{"entries":[{"amounts":[5,-5,0,0],"entry":5,"event":{"kind":"penalty","reason":"迟到"},"fee":0,"in_force":true,"kind":"penalty","place":5,"reversal_of":null,"written_at":"2026-11-30T02:43:24.705Z","written_by":"host"}],"first_entry":5,"game":{"can_redo":null,"can_undo":5,"closed":false,"created_at":"2026-11-30T02:43:23.867Z","currency":null,"entries":5,"fees":0,"hands":3,"number":1,"progress":{"dealer":3,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":37,"name":"老王","player":1,"seat":0,"wind":"S"},{"balance":38,"name":"小李","player":2,"seat":1,"wind":"W"},{"balance":-27,"name":"阿芳","player":3,"seat":2,"wind":"N"},{"balance":-48,"name":"大刘","player":4,"seat":3,"wind":"E"}],"sum":0,"totals":[{"balance":37,"name":"老王","player":1,"seat":0},{"balance":38,"name":"小李","player":2,"seat":1},{"balance":-27,"name":"阿芳","player":3,"seat":2},{"balance":-48,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":5,"revision":6}', 6, '', 1796006604813);
INSERT INTO public.book_answer VALUES ('2e7d37562d26533174fd8f652101cd4008c01ca3e81c2d7372bcdcd75c431614', '8499820535afa93ba8eeac5abe587ffeba53b13ac1665a4c9f13411acf0a7bfd', 201, '{"entries":[{"amounts":[0,0,0,0],"entry":6,"event":{"kind":"swap","one":1,"other":2,"since":6},"fee":0,"in_force":true,"kind":"swap","place":6,"reversal_of":null,"written_at":"2026-11-30T02:43:24.879Z","written_by":"host"}],"first_entry":6,"game":{"can_redo":null,"can_undo":6,"closed":false,"created_at":"2026-11-30T02:43:23.867Z","currency":null,"entries":6,"fees":0,"hands":3,"number":1,"progress":{"dealer":3,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":38,"name":"小李","player":2,"seat":0,"wind":"S"},{"balance":37,"name":"老王","player":1,"seat":1,"wind":"W"},{"balance":-27,"name":"阿芳","player":3,"seat":2,"wind":"N"},{"balance":-48,"name":"大刘","player":4,"seat":3,"wind":"E"}],"sum":0,"totals":[{"balance":37,"name":"老王","player":1,"seat":1},{"balance":38,"name":"小李","player":2,"seat":0},{"balance":-27,"name":"阿芳","player":3,"seat":2},{"balance":-48,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":6,"revision":7}', 7, '', 1796006605024);
INSERT INTO public.book_answer VALUES ('184eaa97b92e48ee9559e48632ed50d6dd74d020667dc58dcac5f7c32dc5d1c5', 'f3eae9c8e5c04475561f1121b15b0538426251f9ad2d8d8de5a9d6cf4a5556d1', 201, '{"entries":[{"amounts":[-29,-29,87,-29],"entry":7,"event":{"kind":"hand","payer":null,"win_by":"self-draw","winners":[2],"wins":[{"context":{"dealer":3,"round_wind":"E","streak":1,"win_by":"self-draw","winner":2},"hand":{"aside":"","concealed":"123456789m99p66s","melds":[],"win_tile":"6s"},"result":{"formula":"清龙 16 + 不求人 4 + 无字 1 = 21","items":[{"count":1,"id":"pure-straight","name":"清龙","name_en":"Pure straight","sets":[0,1,2],"value":16},{"count":1,"id":"fully-concealed","name":"不求人","name_en":"Fully concealed hand","sets":[],"value":4},{"count":1,"id":"no-honours","name":"无字","name_en":"No honours","sets":[],"value":1}],"not_counted":[{"because":"fully-concealed","id":"self-drawn","name":"自摸","name_en":"Self-drawn"}],"payments":[{"amount":29,"from":3,"to":2,"why":"8 + 21 番 = 29"},{"amount":29,"from":0,"to":2,"why":"8 + 21 番 = 29"},{"amount":29,"from":1,"to":2,"why":"8 + 21 番 = 29"}],"payouts":[-29,-29,87,-29],"reading":{"pair":"99p","sets":[{"concealed":true,"tiles":"123m","type":"chow","wild":[]},{"concealed":true,"tiles":"456m","type":"chow","wild":[]},{"concealed":true,"tiles":"789m","type":"chow","wild":[]},{"concealed":true,"tiles":"666s","type":"pung","wild":[]}],"shape":"sets","won":3},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"runner_up":null,"status":"scored","total":21,"unit":"番"}}]},"fee":0,"in_force":true,"kind":"hand","place":7,"reversal_of":null,"written_at":"2026-11-30T02:43:25.093Z","written_by":"host"}],"first_entry":7,"game":{"can_redo":null,"can_undo":7,"closed":false,"created_at":"2026-11-30T02:43:23.867Z","currency":null,"entries":7,"fees":0,"hands":4,"number":1,"progress":{"dealer":0,"finished":false,"round":2,"round_wind":"S","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":9,"name":"小李","player":2,"seat":0,"wind":"E"},{"balance":8,"name":"老王","player":1,"seat":1,"wind":"S"},{"balance":60,"name":"阿芳","player":3,"seat":2,"wind":"W"},{"balance":-77,"name":"大刘","player":4,"seat":3,"wind":"N"}],"sum":0,"totals":[{"balance":8,"name":"老王","player":1,"seat":1},{"balance":9,"name":"小李","player":2,"seat":0},{"balance":60,"name":"阿芳","player":3,"seat":2},{"balance":-77,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":7,"revision":8}', 8, '', 1796006605220);
INSERT INTO public.book_answer VALUES ('c69f6adc0ba2b92bef69f74d37755ec0f9a85f443936e0a804f3699acbfed632', 'a2c74110ba2662032e6960eaa97ffd8b030b6f9fd03b9d644dceb03cd3e29d02', 201, '{"entries":[{"amounts":[29,29,-87,29],"entry":8,"event":{"entry":7,"kind":"undo"},"fee":0,"in_force":false,"kind":"undo","place":7,"reversal_of":7,"written_at":"2026-11-30T02:43:25.360Z","written_by":"host"}],"first_entry":8,"game":{"can_redo":8,"can_undo":6,"closed":false,"created_at":"2026-11-30T02:43:23.867Z","currency":null,"entries":8,"fees":0,"hands":3,"number":1,"progress":{"dealer":3,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":38,"name":"小李","player":2,"seat":0,"wind":"S"},{"balance":37,"name":"老王","player":1,"seat":1,"wind":"W"},{"balance":-27,"name":"阿芳","player":3,"seat":2,"wind":"N"},{"balance":-48,"name":"大刘","player":4,"seat":3,"wind":"E"}],"sum":0,"totals":[{"balance":37,"name":"老王","player":1,"seat":1},{"balance":38,"name":"小李","player":2,"seat":0},{"balance":-27,"name":"阿芳","player":3,"seat":2},{"balance":-48,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":8,"revision":9}', 9, '', 1796006605468);
INSERT INTO public.book_answer VALUES ('5d2d5c12a77a271b8c4711f5e5b9915fead1763e34dafc863c89ea2d6b786a3a', '54704b40c61c3e7582f48d5095781299594e498a25afe3aee96e7ff55ad2b07b', 201, '{"entries":[{"amounts":[-29,-29,87,-29],"entry":9,"event":{"kind":"hand","payer":null,"win_by":"self-draw","winners":[2],"wins":[{"context":{"dealer":3,"round_wind":"E","streak":1,"win_by":"self-draw","winner":2},"hand":{"aside":"","concealed":"123456789m99p66s","melds":[],"win_tile":"6s"},"result":{"formula":"清龙 16 + 不求人 4 + 无字 1 = 21","items":[{"count":1,"id":"pure-straight","name":"清龙","name_en":"Pure straight","sets":[0,1,2],"value":16},{"count":1,"id":"fully-concealed","name":"不求人","name_en":"Fully concealed hand","sets":[],"value":4},{"count":1,"id":"no-honours","name":"无字","name_en":"No honours","sets":[],"value":1}],"not_counted":[{"because":"fully-concealed","id":"self-drawn","name":"自摸","name_en":"Self-drawn"}],"payments":[{"amount":29,"from":3,"to":2,"why":"8 + 21 番 = 29"},{"amount":29,"from":0,"to":2,"why":"8 + 21 番 = 29"},{"amount":29,"from":1,"to":2,"why":"8 + 21 番 = 29"}],"payouts":[-29,-29,87,-29],"reading":{"pair":"99p","sets":[{"concealed":true,"tiles":"123m","type":"chow","wild":[]},{"concealed":true,"tiles":"456m","type":"chow","wild":[]},{"concealed":true,"tiles":"789m","type":"chow","wild":[]},{"concealed":true,"tiles":"666s","type":"pung","wild":[]}],"shape":"sets","won":3},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"runner_up":null,"status":"scored","total":21,"unit":"番"}}]},"fee":0,"in_force":true,"kind":"redo","place":7,"reversal_of":8,"written_at":"2026-11-30T02:43:25.535Z","written_by":"host"}],"first_entry":9,"game":{"can_redo":null,"can_undo":9,"closed":false,"created_at":"2026-11-30T02:43:23.867Z","currency":null,"entries":9,"fees":0,"hands":4,"number":1,"progress":{"dealer":0,"finished":false,"round":2,"round_wind":"S","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":9,"name":"小李","player":2,"seat":0,"wind":"E"},{"balance":8,"name":"老王","player":1,"seat":1,"wind":"S"},{"balance":60,"name":"阿芳","player":3,"seat":2,"wind":"W"},{"balance":-77,"name":"大刘","player":4,"seat":3,"wind":"N"}],"sum":0,"totals":[{"balance":8,"name":"老王","player":1,"seat":1},{"balance":9,"name":"小李","player":2,"seat":0},{"balance":60,"name":"阿芳","player":3,"seat":2},{"balance":-77,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":9,"revision":10}', 10, '', 1796006605672);
INSERT INTO public.book_answer VALUES ('8f3bf72ef367a3bc2b3bb03c30e82f45236ba87e1b6e79df48a95f6918252c2e', '12b85a2c68de10fb70805299ade86e8fcd0631c5ed3e2e34a91172d8ffc73e5a', 201, '{"entries":[{"amounts":[8,-43,27,8],"entry":10,"event":{"entry":2,"kind":"retract"},"fee":0,"in_force":false,"kind":"retract","place":2,"reversal_of":2,"written_at":"2026-11-30T02:43:25.788Z","written_by":"host"},{"amounts":[-10,30,-10,-10],"entry":11,"event":{"kind":"amounts","payer":null,"reason":null,"win_by":"self-draw","winners":[1]},"fee":0,"in_force":true,"kind":"restate","place":2,"reversal_of":null,"written_at":"2026-11-30T02:43:25.803Z","written_by":"host"}],"first_entry":10,"game":{"can_redo":null,"can_undo":9,"closed":false,"created_at":"2026-11-30T02:43:23.867Z","currency":null,"entries":11,"fees":0,"hands":4,"number":1,"progress":{"dealer":0,"finished":false,"round":2,"round_wind":"S","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":-4,"name":"小李","player":2,"seat":0,"wind":"E"},{"balance":6,"name":"老王","player":1,"seat":1,"wind":"S"},{"balance":77,"name":"阿芳","player":3,"seat":2,"wind":"W"},{"balance":-79,"name":"大刘","player":4,"seat":3,"wind":"N"}],"sum":0,"totals":[{"balance":6,"name":"老王","player":1,"seat":1},{"balance":-4,"name":"小李","player":2,"seat":0},{"balance":77,"name":"阿芳","player":3,"seat":2},{"balance":-79,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":11,"revision":11}', 11, '', 1796006605890);
INSERT INTO public.book_answer VALUES ('c7fe2b40ea30c7b8276002fec121f4cb3c239a45d6fdc4b8687d3428c23bcf1c', '64bfb3c205ef7d6ba36a5712602d13707860d41e39a056fb5f4de5374e4d1a11', 201, '{"entries":[{"amounts":[0,0,0,0],"entry":12,"event":{"kind":"close"},"fee":0,"in_force":true,"kind":"close","place":12,"reversal_of":null,"written_at":"2026-11-30T02:43:25.960Z","written_by":"host"}],"first_entry":12,"game":{"can_redo":null,"can_undo":12,"closed":true,"created_at":"2026-11-30T02:43:23.867Z","currency":null,"entries":12,"fees":0,"hands":4,"number":1,"progress":{"dealer":0,"finished":false,"round":2,"round_wind":"S","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":-4,"name":"小李","player":2,"seat":0,"wind":"E"},{"balance":6,"name":"老王","player":1,"seat":1,"wind":"S"},{"balance":77,"name":"阿芳","player":3,"seat":2,"wind":"W"},{"balance":-79,"name":"大刘","player":4,"seat":3,"wind":"N"}],"sum":0,"totals":[{"balance":6,"name":"老王","player":1,"seat":1},{"balance":-4,"name":"小李","player":2,"seat":0},{"balance":77,"name":"阿芳","player":3,"seat":2},{"balance":-79,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":12,"revision":12}', 12, '', 1796006606025);
INSERT INTO public.book_answer VALUES ('e4233bb16d9644149bcbdf95cf6b9da3b7ddb21eb7ef62341ce0b1fcf5ec4248', 'dff979861ba603d0d79c9d22bdbd30c666063edc3a16e52fed8baca48f757bad', 201, '{"game":{"can_redo":null,"can_undo":null,"closed":false,"created_at":"2026-11-30T02:43:26.081Z","currency":null,"entries":0,"fees":0,"hands":0,"number":2,"progress":{"dealer":0,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":0,"name":"小李","player":2,"seat":0,"wind":"E"},{"balance":0,"name":"老王","player":1,"seat":1,"wind":"S"},{"balance":0,"name":"阿芳","player":3,"seat":2,"wind":"W"},{"balance":0,"name":"大刘","player":4,"seat":3,"wind":"N"}],"sum":0,"totals":[{"balance":0,"name":"老王","player":1,"seat":1},{"balance":0,"name":"小李","player":2,"seat":0},{"balance":0,"name":"阿芳","player":3,"seat":2},{"balance":0,"name":"大刘","player":4,"seat":3}],"unit_price":null},"revision":13}', 13, '', 1796006606112);
INSERT INTO public.book_answer VALUES ('4eafebe7b4839be6b2ea0442e7767d06bf7b777d5fedb03ce8b105e8d9555c03', '906aaf587b08685b26c57c8d64d36e18f713d4dd7afadbc72cbc13acc676328d', 201, '{"entries":[{"amounts":[30,-10,-10,-10],"entry":1,"event":{"kind":"amounts","payer":null,"reason":null,"win_by":"self-draw","winners":[0]},"fee":0,"in_force":true,"kind":"amounts","place":1,"reversal_of":null,"written_at":"2026-11-30T02:43:26.156Z","written_by":"host"}],"first_entry":1,"game":{"can_redo":null,"can_undo":1,"closed":false,"created_at":"2026-11-30T02:43:26.081Z","currency":null,"entries":1,"fees":0,"hands":1,"number":2,"progress":{"dealer":1,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":30,"name":"小李","player":2,"seat":0,"wind":"N"},{"balance":-10,"name":"老王","player":1,"seat":1,"wind":"E"},{"balance":-10,"name":"阿芳","player":3,"seat":2,"wind":"S"},{"balance":-10,"name":"大刘","player":4,"seat":3,"wind":"W"}],"sum":0,"totals":[{"balance":-10,"name":"老王","player":1,"seat":1},{"balance":30,"name":"小李","player":2,"seat":0},{"balance":-10,"name":"阿芳","player":3,"seat":2},{"balance":-10,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":1,"revision":14}', 14, '', 1796006606250);
INSERT INTO public.book_answer VALUES ('8bef56b022dd87b39f07c34dde0583c734c1970b0e92016e7f6aa335bb3b75c2', '10c7bfd5bfa19810b297d77c3b9177a69869f40023adc7b01bb6682ec55c4da1', 201, '{"entries":[{"amounts":[-27,-8,-8,43],"entry":2,"event":{"kind":"hand","payer":0,"win_by":"discard","winners":[3],"wins":[{"context":{"dealer":1,"payer":0,"round_wind":"E","streak":1,"win_by":"discard","winner":3},"hand":{"aside":"","concealed":"123456789m99p66s","melds":[],"win_tile":"6s"},"result":{"formula":"清龙 16 + 门前清 2 + 无字 1 = 19","items":[{"count":1,"id":"pure-straight","name":"清龙","name_en":"Pure straight","sets":[0,1,2],"value":16},{"count":1,"id":"concealed-hand","name":"门前清","name_en":"Concealed hand","sets":[],"value":2},{"count":1,"id":"no-honours","name":"无字","name_en":"No honours","sets":[],"value":1}],"not_counted":[],"payments":[{"amount":27,"from":0,"to":3,"why":"8 + 19 番 = 27"},{"amount":8,"from":1,"to":3,"why":"8, not the discarder"},{"amount":8,"from":2,"to":3,"why":"8, not the discarder"}],"payouts":[-27,-8,-8,43],"reading":{"pair":"99p","sets":[{"concealed":true,"tiles":"123m","type":"chow","wild":[]},{"concealed":true,"tiles":"456m","type":"chow","wild":[]},{"concealed":true,"tiles":"789m","type":"chow","wild":[]},{"concealed":false,"tiles":"666s","type":"pung","wild":[]}],"shape":"sets","won":3},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"runner_up":null,"status":"scored","total":19,"unit":"番"}}]},"fee":0,"in_force":true,"kind":"hand","place":2,"reversal_of":null,"written_at":"2026-11-30T02:43:26.280Z","written_by":"host"}],"first_entry":2,"game":{"can_redo":null,"can_undo":2,"closed":false,"created_at":"2026-11-30T02:43:26.081Z","currency":null,"entries":2,"fees":0,"hands":2,"number":2,"progress":{"dealer":2,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":3,"name":"小李","player":2,"seat":0,"wind":"W"},{"balance":-18,"name":"老王","player":1,"seat":1,"wind":"N"},{"balance":-18,"name":"阿芳","player":3,"seat":2,"wind":"E"},{"balance":33,"name":"大刘","player":4,"seat":3,"wind":"S"}],"sum":0,"totals":[{"balance":-18,"name":"老王","player":1,"seat":1},{"balance":3,"name":"小李","player":2,"seat":0},{"balance":-18,"name":"阿芳","player":3,"seat":2},{"balance":33,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":2,"revision":15}', 15, '', 1796006606384);
INSERT INTO public.book_answer VALUES ('6962972ec76ff47b80ca518ee7e62bfa00dfb64234d887c3330b7415d3a1522f', 'a2c74110ba2662032e6960eaa97ffd8b030b6f9fd03b9d644dceb03cd3e29d02', 201, '{"entries":[{"amounts":[27,8,8,-43],"entry":3,"event":{"entry":2,"kind":"undo"},"fee":0,"in_force":false,"kind":"undo","place":2,"reversal_of":2,"written_at":"2026-11-30T02:43:26.460Z","written_by":"host"}],"first_entry":3,"game":{"can_redo":3,"can_undo":1,"closed":false,"created_at":"2026-11-30T02:43:26.081Z","currency":null,"entries":3,"fees":0,"hands":1,"number":2,"progress":{"dealer":1,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":30,"name":"小李","player":2,"seat":0,"wind":"N"},{"balance":-10,"name":"老王","player":1,"seat":1,"wind":"E"},{"balance":-10,"name":"阿芳","player":3,"seat":2,"wind":"S"},{"balance":-10,"name":"大刘","player":4,"seat":3,"wind":"W"}],"sum":0,"totals":[{"balance":-10,"name":"老王","player":1,"seat":1},{"balance":30,"name":"小李","player":2,"seat":0},{"balance":-10,"name":"阿芳","player":3,"seat":2},{"balance":-10,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":3,"revision":16}', 16, '', 1796006606536);
INSERT INTO public.book_entry VALUES (1, 1, 1, 'amounts', '{"kind":"amounts","payer":null,"reason":null,"win_by":"self-draw","winners":[0]}', 30, -10, -10, -10, 0, false, NULL, '3d3d007a0eb5cc66ebba8dd675a99c3db4cef7f3e9c6be008a9d84419ea9cce8', 1796006604020, 'host');
INSERT INTO public.book_entry VALUES (1, 2, 2, 'hand', '{"kind":"hand","payer":2,"win_by":"discard","winners":[1],"wins":[{"context":{"dealer":1,"payer":2,"round_wind":"E","streak":1,"win_by":"discard","winner":1},"hand":{"aside":"","concealed":"123456789m99p66s","melds":[],"win_tile":"6s"},"result":{"formula":"清龙 16 + 门前清 2 + 无字 1 = 19","items":[{"count":1,"id":"pure-straight","name":"清龙","name_en":"Pure straight","sets":[0,1,2],"value":16},{"count":1,"id":"concealed-hand","name":"门前清","name_en":"Concealed hand","sets":[],"value":2},{"count":1,"id":"no-honours","name":"无字","name_en":"No honours","sets":[],"value":1}],"not_counted":[],"payments":[{"amount":27,"from":2,"to":1,"why":"8 + 19 番 = 27"},{"amount":8,"from":3,"to":1,"why":"8, not the discarder"},{"amount":8,"from":0,"to":1,"why":"8, not the discarder"}],"payouts":[-8,43,-27,-8],"reading":{"pair":"99p","sets":[{"concealed":true,"tiles":"123m","type":"chow","wild":[]},{"concealed":true,"tiles":"456m","type":"chow","wild":[]},{"concealed":true,"tiles":"789m","type":"chow","wild":[]},{"concealed":false,"tiles":"666s","type":"pung","wild":[]}],"shape":"sets","won":3},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"runner_up":null,"status":"scored","total":19,"unit":"番"}}]}', -8, 43, -27, -8, 0, false, NULL, '6a21ae2562e7dd5774646b4903950f910856aa6707973300f7cdb0c59d36fdd0', 1796006604205, 'host');
INSERT INTO public.book_entry VALUES (1, 3, 3, 'draw', '{"kind":"draw","konged":false}', 0, 0, 0, 0, 0, false, NULL, '17aed9e8f72dc5235d4555de82cdf04a1c3128d9d1c9ebdaad11aaa9f74ae0a1', 1796006604356, 'host');
INSERT INTO public.book_entry VALUES (1, 4, 4, 'false_win', '{"kind":"false_win","reason":null,"seat":3}', 10, 10, 10, -30, 0, false, NULL, '931a2fe35c0f5e6c5977086c606e4cd2e5caa3b17236804ebb2192a162672ef8', 1796006604528, 'host');
INSERT INTO public.book_entry VALUES (1, 5, 5, 'penalty', '{"kind":"penalty","reason":"迟到"}', 5, -5, 0, 0, 0, false, NULL, '575bb9943d59822fd2112c1216ad67674b15797cf8b90dce6d763a033c208d46', 1796006604705, 'host');
INSERT INTO public.book_entry VALUES (1, 6, 6, 'swap', '{"kind":"swap","one":1,"other":2,"since":6}', 0, 0, 0, 0, 0, false, NULL, '2e7d37562d26533174fd8f652101cd4008c01ca3e81c2d7372bcdcd75c431614', 1796006604879, 'host');
INSERT INTO public.book_entry VALUES (1, 7, 7, 'hand', '{"kind":"hand","payer":null,"win_by":"self-draw","winners":[2],"wins":[{"context":{"dealer":3,"round_wind":"E","streak":1,"win_by":"self-draw","winner":2},"hand":{"aside":"","concealed":"123456789m99p66s","melds":[],"win_tile":"6s"},"result":{"formula":"清龙 16 + 不求人 4 + 无字 1 = 21","items":[{"count":1,"id":"pure-straight","name":"清龙","name_en":"Pure straight","sets":[0,1,2],"value":16},{"count":1,"id":"fully-concealed","name":"不求人","name_en":"Fully concealed hand","sets":[],"value":4},{"count":1,"id":"no-honours","name":"无字","name_en":"No honours","sets":[],"value":1}],"not_counted":[{"because":"fully-concealed","id":"self-drawn","name":"自摸","name_en":"Self-drawn"}],"payments":[{"amount":29,"from":3,"to":2,"why":"8 + 21 番 = 29"},{"amount":29,"from":0,"to":2,"why":"8 + 21 番 = 29"},{"amount":29,"from":1,"to":2,"why":"8 + 21 番 = 29"}],"payouts":[-29,-29,87,-29],"reading":{"pair":"99p","sets":[{"concealed":true,"tiles":"123m","type":"chow","wild":[]},{"concealed":true,"tiles":"456m","type":"chow","wild":[]},{"concealed":true,"tiles":"789m","type":"chow","wild":[]},{"concealed":true,"tiles":"666s","type":"pung","wild":[]}],"shape":"sets","won":3},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"runner_up":null,"status":"scored","total":21,"unit":"番"}}]}', -29, -29, 87, -29, 0, false, NULL, '184eaa97b92e48ee9559e48632ed50d6dd74d020667dc58dcac5f7c32dc5d1c5', 1796006605093, 'host');
INSERT INTO public.book_entry VALUES (1, 8, 7, 'undo', '{"entry":7,"kind":"undo"}', 29, 29, -87, 29, 0, false, 7, 'c69f6adc0ba2b92bef69f74d37755ec0f9a85f443936e0a804f3699acbfed632', 1796006605360, 'host');
INSERT INTO public.book_entry VALUES (1, 9, 7, 'redo', '{"kind":"hand","payer":null,"win_by":"self-draw","winners":[2],"wins":[{"context":{"dealer":3,"round_wind":"E","streak":1,"win_by":"self-draw","winner":2},"hand":{"aside":"","concealed":"123456789m99p66s","melds":[],"win_tile":"6s"},"result":{"formula":"清龙 16 + 不求人 4 + 无字 1 = 21","items":[{"count":1,"id":"pure-straight","name":"清龙","name_en":"Pure straight","sets":[0,1,2],"value":16},{"count":1,"id":"fully-concealed","name":"不求人","name_en":"Fully concealed hand","sets":[],"value":4},{"count":1,"id":"no-honours","name":"无字","name_en":"No honours","sets":[],"value":1}],"not_counted":[{"because":"fully-concealed","id":"self-drawn","name":"自摸","name_en":"Self-drawn"}],"payments":[{"amount":29,"from":3,"to":2,"why":"8 + 21 番 = 29"},{"amount":29,"from":0,"to":2,"why":"8 + 21 番 = 29"},{"amount":29,"from":1,"to":2,"why":"8 + 21 番 = 29"}],"payouts":[-29,-29,87,-29],"reading":{"pair":"99p","sets":[{"concealed":true,"tiles":"123m","type":"chow","wild":[]},{"concealed":true,"tiles":"456m","type":"chow","wild":[]},{"concealed":true,"tiles":"789m","type":"chow","wild":[]},{"concealed":true,"tiles":"666s","type":"pung","wild":[]}],"shape":"sets","won":3},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"runner_up":null,"status":"scored","total":21,"unit":"番"}}]}', -29, -29, 87, -29, 0, false, 8, '5d2d5c12a77a271b8c4711f5e5b9915fead1763e34dafc863c89ea2d6b786a3a', 1796006605535, 'host');
INSERT INTO public.book_entry VALUES (1, 10, 2, 'retract', '{"entry":2,"kind":"retract"}', 8, -43, 27, 8, 0, false, 2, '8f3bf72ef367a3bc2b3bb03c30e82f45236ba87e1b6e79df48a95f6918252c2e', 1796006605788, 'host');
INSERT INTO public.book_entry VALUES (1, 11, 2, 'restate', '{"kind":"amounts","payer":null,"reason":null,"win_by":"self-draw","winners":[1]}', -10, 30, -10, -10, 0, false, NULL, NULL, 1796006605803, 'host');
INSERT INTO public.book_entry VALUES (1, 12, 12, 'close', '{"kind":"close"}', 0, 0, 0, 0, 0, false, NULL, 'c7fe2b40ea30c7b8276002fec121f4cb3c239a45d6fdc4b8687d3428c23bcf1c', 1796006605960, 'host');
INSERT INTO public.book_entry VALUES (2, 1, 1, 'amounts', '{"kind":"amounts","payer":null,"reason":null,"win_by":"self-draw","winners":[0]}', 30, -10, -10, -10, 0, false, NULL, '4eafebe7b4839be6b2ea0442e7767d06bf7b777d5fedb03ce8b105e8d9555c03', 1796006606156, 'host');
INSERT INTO public.book_entry VALUES (2, 2, 2, 'hand', '{"kind":"hand","payer":0,"win_by":"discard","winners":[3],"wins":[{"context":{"dealer":1,"payer":0,"round_wind":"E","streak":1,"win_by":"discard","winner":3},"hand":{"aside":"","concealed":"123456789m99p66s","melds":[],"win_tile":"6s"},"result":{"formula":"清龙 16 + 门前清 2 + 无字 1 = 19","items":[{"count":1,"id":"pure-straight","name":"清龙","name_en":"Pure straight","sets":[0,1,2],"value":16},{"count":1,"id":"concealed-hand","name":"门前清","name_en":"Concealed hand","sets":[],"value":2},{"count":1,"id":"no-honours","name":"无字","name_en":"No honours","sets":[],"value":1}],"not_counted":[],"payments":[{"amount":27,"from":0,"to":3,"why":"8 + 19 番 = 27"},{"amount":8,"from":1,"to":3,"why":"8, not the discarder"},{"amount":8,"from":2,"to":3,"why":"8, not the discarder"}],"payouts":[-27,-8,-8,43],"reading":{"pair":"99p","sets":[{"concealed":true,"tiles":"123m","type":"chow","wild":[]},{"concealed":true,"tiles":"456m","type":"chow","wild":[]},{"concealed":true,"tiles":"789m","type":"chow","wild":[]},{"concealed":false,"tiles":"666s","type":"pung","wild":[]}],"shape":"sets","won":3},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"runner_up":null,"status":"scored","total":19,"unit":"番"}}]}', -27, -8, -8, 43, 0, false, NULL, '8bef56b022dd87b39f07c34dde0583c734c1970b0e92016e7f6aa335bb3b75c2', 1796006606280, 'host');
INSERT INTO public.book_entry VALUES (2, 3, 2, 'undo', '{"entry":2,"kind":"undo"}', 27, 8, 8, -43, 0, false, 2, '6962972ec76ff47b80ca518ee7e62bfa00dfb64234d887c3330b7415d3a1522f', 1796006606460, 'host');
INSERT INTO public.book_feed VALUES ('b4658a3661379049', 1, 'table', 1, NULL, NULL, 1796006603968);
INSERT INTO public.book_feed VALUES ('b4658a3661379049', 2, 'enter', 1, 1, 1, 1796006604164);
INSERT INTO public.book_feed VALUES ('b4658a3661379049', 3, 'enter', 1, 2, 2, 1796006604309);
INSERT INTO public.book_feed VALUES ('b4658a3661379049', 4, 'enter', 1, 3, 3, 1796006604468);
INSERT INTO public.book_feed VALUES ('b4658a3661379049', 5, 'enter', 1, 4, 4, 1796006604624);
INSERT INTO public.book_feed VALUES ('b4658a3661379049', 6, 'enter', 1, 5, 5, 1796006604813);
INSERT INTO public.book_feed VALUES ('b4658a3661379049', 7, 'enter', 1, 6, 6, 1796006605024);
INSERT INTO public.book_feed VALUES ('b4658a3661379049', 8, 'enter', 1, 7, 7, 1796006605220);
INSERT INTO public.book_feed VALUES ('b4658a3661379049', 9, 'undo', 1, 8, 8, 1796006605468);
INSERT INTO public.book_feed VALUES ('b4658a3661379049', 10, 'redo', 1, 9, 9, 1796006605672);
INSERT INTO public.book_feed VALUES ('b4658a3661379049', 11, 'correct', 1, 10, 11, 1796006605890);
INSERT INTO public.book_feed VALUES ('b4658a3661379049', 12, 'enter', 1, 12, 12, 1796006606025);
INSERT INTO public.book_feed VALUES ('b4658a3661379049', 13, 'game', 2, NULL, NULL, 1796006606112);
INSERT INTO public.book_feed VALUES ('b4658a3661379049', 14, 'enter', 2, 1, 1, 1796006606249);
INSERT INTO public.book_feed VALUES ('b4658a3661379049', 15, 'enter', 2, 2, 2, 1796006606384);
INSERT INTO public.book_feed VALUES ('b4658a3661379049', 16, 'undo', 2, 3, 3, 1796006606536);
INSERT INTO public.book_game VALUES (2, 'b4658a3661379049', 2, 'guobiao', '1', '{"held_four_waits":true,"min_fan":8,"mixed_kongs":true}', false, '{"currency":null,"dealer":0,"players":[2,1,3,4],"round_wind":"E","unit_price":null}', 1796006606081, 3, 1, 0, '{"closed":false,"dealer":1,"deals":1,"first_dealer":0,"streak":1}', '[2,1,3,4]', false);
INSERT INTO public.book_game VALUES (1, 'b4658a3661379049', 1, 'guobiao', '1', '{"held_four_waits":true,"min_fan":8,"mixed_kongs":true}', false, '{"currency":null,"dealer":0,"players":[1,2,3,4],"round_wind":"E","unit_price":null}', 1796006603867, 12, 4, 0, '{"closed":true,"dealer":0,"deals":4,"first_dealer":0,"streak":1}', '[2,1,3,4]', true);
INSERT INTO public.book_outcome VALUES (1, 1, 0, 1, 30, true);
INSERT INTO public.book_outcome VALUES (1, 1, 1, 2, -10, false);
INSERT INTO public.book_outcome VALUES (1, 1, 2, 3, -10, false);
INSERT INTO public.book_outcome VALUES (1, 1, 3, 4, -10, false);
INSERT INTO public.book_outcome VALUES (1, 3, 0, 1, 0, false);
INSERT INTO public.book_outcome VALUES (1, 3, 1, 2, 0, false);
INSERT INTO public.book_outcome VALUES (1, 3, 2, 3, 0, false);
INSERT INTO public.book_outcome VALUES (1, 3, 3, 4, 0, false);
INSERT INTO public.book_outcome VALUES (1, 4, 0, 1, 10, false);
INSERT INTO public.book_outcome VALUES (1, 4, 1, 2, 10, false);
INSERT INTO public.book_outcome VALUES (1, 4, 2, 3, 10, false);
INSERT INTO public.book_outcome VALUES (1, 4, 3, 4, -30, false);
INSERT INTO public.book_outcome VALUES (1, 5, 0, 1, 5, false);
INSERT INTO public.book_outcome VALUES (1, 5, 1, 2, -5, false);
INSERT INTO public.book_outcome VALUES (1, 5, 2, 3, 0, false);
INSERT INTO public.book_outcome VALUES (1, 5, 3, 4, 0, false);
INSERT INTO public.book_outcome VALUES (1, 7, 0, 2, -29, false);
INSERT INTO public.book_outcome VALUES (1, 7, 1, 1, -29, false);
INSERT INTO public.book_outcome VALUES (1, 7, 2, 3, 87, true);
INSERT INTO public.book_outcome VALUES (1, 7, 3, 4, -29, false);
INSERT INTO public.book_outcome VALUES (1, 2, 0, 1, -10, false);
INSERT INTO public.book_outcome VALUES (1, 2, 1, 2, 30, true);
INSERT INTO public.book_outcome VALUES (1, 2, 2, 3, -10, false);
INSERT INTO public.book_outcome VALUES (1, 2, 3, 4, -10, false);
INSERT INTO public.book_outcome VALUES (2, 1, 0, 2, 30, true);
INSERT INTO public.book_outcome VALUES (2, 1, 1, 1, -10, false);
INSERT INTO public.book_outcome VALUES (2, 1, 2, 3, -10, false);
INSERT INTO public.book_outcome VALUES (2, 1, 3, 4, -10, false);
INSERT INTO public.book_player VALUES ('b4658a3661379049', 1, '老王');
INSERT INTO public.book_player VALUES ('b4658a3661379049', 2, '小李');
INSERT INTO public.book_player VALUES ('b4658a3661379049', 3, '阿芳');
INSERT INTO public.book_player VALUES ('b4658a3661379049', 4, '大刘');
INSERT INTO public.book_standing VALUES (1, 1, 6, 4, 1, 1, 0, 1, 1, 0, 0, 30);
INSERT INTO public.book_standing VALUES (1, 2, -4, 4, 1, 1, 0, 1, 1, 0, 1, 30);
INSERT INTO public.book_standing VALUES (1, 3, 77, 4, 1, 1, 0, 1, 1, 0, 0, 87);
INSERT INTO public.book_standing VALUES (1, 4, -79, 4, 0, 0, 0, 1, 1, 1, 0, 0);
INSERT INTO public.book_standing VALUES (2, 1, -10, 1, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.book_standing VALUES (2, 2, 30, 1, 1, 1, 0, 0, 1, 0, 0, 30);
INSERT INTO public.book_standing VALUES (2, 3, -10, 1, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.book_standing VALUES (2, 4, -10, 1, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.book_table VALUES ('b4658a3661379049', '桌', 16, 2, 4, 1796006603833);
INSERT INTO public.book_token VALUES (1, 'b4658a3661379049', 'host', 'host', 'b4e122e0a109a4501eb5c2fefaa8a1e14d0dcd16f9a96f49389afbd576a4e2e7', 1796006603856, NULL);
INSERT INTO public.book_token VALUES (2, 'b4658a3661379049', 'watch', 'watch', '210479f7277ce657f81f328e1b8da011bc2bd686f0390fa6c7f82319f18fadca', 1796006603866, NULL);
INSERT INTO public.book_turn VALUES (1, 1, 'amounts', 1, NULL, '{"closed":false,"dealer":0,"deals":0,"first_dealer":0,"streak":1}');
INSERT INTO public.book_turn VALUES (1, 3, 'draw', 3, NULL, '{"closed":false,"dealer":2,"deals":2,"first_dealer":0,"streak":1}');
INSERT INTO public.book_turn VALUES (1, 4, 'false_win', 4, NULL, '{"closed":false,"dealer":3,"deals":3,"first_dealer":0,"streak":1}');
INSERT INTO public.book_turn VALUES (1, 5, 'penalty', 5, NULL, '{"closed":false,"dealer":3,"deals":3,"first_dealer":0,"streak":1}');
INSERT INTO public.book_turn VALUES (1, 6, 'swap', 6, NULL, '{"closed":false,"dealer":3,"deals":3,"first_dealer":0,"streak":1}');
INSERT INTO public.book_turn VALUES (1, 7, 'hand', 9, NULL, '{"closed":false,"dealer":3,"deals":3,"first_dealer":0,"streak":1}');
INSERT INTO public.book_turn VALUES (1, 2, 'amounts', 11, NULL, '{"closed":false,"dealer":1,"deals":1,"first_dealer":0,"streak":1}');
INSERT INTO public.book_turn VALUES (1, 12, 'close', 12, NULL, '{"closed":false,"dealer":0,"deals":4,"first_dealer":0,"streak":1}');
INSERT INTO public.book_turn VALUES (2, 1, 'amounts', 1, NULL, '{"closed":false,"dealer":0,"deals":0,"first_dealer":0,"streak":1}');
INSERT INTO public.book_turn VALUES (2, 2, 'hand', NULL, 3, '{"closed":false,"dealer":1,"deals":1,"first_dealer":0,"streak":1}');
SELECT pg_catalog.setval('public.book_game_id_seq', 2, true);
SELECT pg_catalog.setval('public.book_token_id_seq', 2, true);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.book_answer
    ADD CONSTRAINT pk_book_answer PRIMARY KEY (key_digest);
ALTER TABLE ONLY public.book_entry
    ADD CONSTRAINT pk_book_entry PRIMARY KEY (game_id, seq);
ALTER TABLE ONLY public.book_feed
    ADD CONSTRAINT pk_book_feed PRIMARY KEY (table_id, revision);
ALTER TABLE ONLY public.book_game
    ADD CONSTRAINT pk_book_game PRIMARY KEY (id);
ALTER TABLE ONLY public.book_outcome
    ADD CONSTRAINT pk_book_outcome PRIMARY KEY (game_id, place, seat);
ALTER TABLE ONLY public.book_player
    ADD CONSTRAINT pk_book_player PRIMARY KEY (table_id, number);
ALTER TABLE ONLY public.book_standing
    ADD CONSTRAINT pk_book_standing PRIMARY KEY (game_id, player);
ALTER TABLE ONLY public.book_table
    ADD CONSTRAINT pk_book_table PRIMARY KEY (id);
ALTER TABLE ONLY public.book_token
    ADD CONSTRAINT pk_book_token PRIMARY KEY (id);
ALTER TABLE ONLY public.book_turn
    ADD CONSTRAINT pk_book_turn PRIMARY KEY (game_id, place);
ALTER TABLE ONLY public.book_entry
    ADD CONSTRAINT uq_book_entry_game_id_idempotency_key UNIQUE (game_id, idempotency_key);
ALTER TABLE ONLY public.book_entry
    ADD CONSTRAINT uq_book_entry_game_id_reversal_of UNIQUE (game_id, reversal_of);
ALTER TABLE ONLY public.book_game
    ADD CONSTRAINT uq_book_game_id_charges_fee UNIQUE (id, charges_fee);
ALTER TABLE ONLY public.book_game
    ADD CONSTRAINT uq_book_game_table_id_number UNIQUE (table_id, number);
ALTER TABLE ONLY public.book_token
    ADD CONSTRAINT uq_book_token_digest UNIQUE (digest);
CREATE INDEX ix_book_answer_written_ms ON public.book_answer USING btree (written_ms);
CREATE INDEX ix_book_entry_place ON public.book_entry USING btree (game_id, place, seq);
CREATE INDEX ix_book_outcome_best ON public.book_outcome USING btree (game_id, player, won, amount);
CREATE INDEX ix_book_token_table_id ON public.book_token USING btree (table_id);
CREATE INDEX ix_book_turn_kind ON public.book_turn USING btree (game_id, kind, place);
CREATE INDEX ix_book_turn_live ON public.book_turn USING btree (game_id, place) WHERE (live_seq IS NOT NULL);
CREATE INDEX ix_book_turn_undone ON public.book_turn USING btree (game_id, undone_seq) WHERE (undone_seq IS NOT NULL);
CREATE TRIGGER book_entry_rules BEFORE INSERT ON public.book_entry FOR EACH ROW EXECUTE FUNCTION public.book_entry_rules();
CREATE TRIGGER book_entry_unchanged BEFORE DELETE OR UPDATE OR TRUNCATE ON public.book_entry FOR EACH STATEMENT EXECUTE FUNCTION public.book_refuse('entries of the book are never changed');
CREATE TRIGGER book_game_fixed BEFORE UPDATE OF id, table_id, number, ruleset, ruleset_version, options, charges_fee, start, created_ms ON public.book_game FOR EACH STATEMENT EXECUTE FUNCTION public.book_refuse('the rules of a game are fixed');
ALTER TABLE ONLY public.book_entry
    ADD CONSTRAINT fk_book_entry_game_id_charges_fee FOREIGN KEY (game_id, charges_fee) REFERENCES public.book_game(id, charges_fee);
ALTER TABLE ONLY public.book_entry
    ADD CONSTRAINT fk_book_entry_game_id_reversal_of FOREIGN KEY (game_id, reversal_of) REFERENCES public.book_entry(game_id, seq);
ALTER TABLE ONLY public.book_feed
    ADD CONSTRAINT fk_book_feed_table_id FOREIGN KEY (table_id) REFERENCES public.book_table(id);
ALTER TABLE ONLY public.book_game
    ADD CONSTRAINT fk_book_game_table_id FOREIGN KEY (table_id) REFERENCES public.book_table(id);
ALTER TABLE ONLY public.book_outcome
    ADD CONSTRAINT fk_book_outcome_game_id FOREIGN KEY (game_id) REFERENCES public.book_game(id);
ALTER TABLE ONLY public.book_player
    ADD CONSTRAINT fk_book_player_table_id FOREIGN KEY (table_id) REFERENCES public.book_table(id);
ALTER TABLE ONLY public.book_standing
    ADD CONSTRAINT fk_book_standing_game_id FOREIGN KEY (game_id) REFERENCES public.book_game(id);
ALTER TABLE ONLY public.book_token
    ADD CONSTRAINT fk_book_token_table_id FOREIGN KEY (table_id) REFERENCES public.book_table(id);
ALTER TABLE ONLY public.book_turn
    ADD CONSTRAINT fk_book_turn_game_id FOREIGN KEY (game_id) REFERENCES public.book_game(id);
