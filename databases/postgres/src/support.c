/*
 * The planner support function, which lets an index on `id` serve `sortid_time(id) >= x`.
 *
 * The planner requests index conditions only from functions with the indexed column as an argument,
 * but in `sortid_time(id) >= x` the column is nested in another call. Therefore `sortid_time`
 * returns a domain over timestamptz whose comparison functions belong to the extension. This
 * function first simplifies `sortid_time(id) >= x` to the equivalent `sortid_time_is_FORMAT(id,
 * '>=', x)`, whose argument is the column, and then returns the index condition `id >=
 * sortid_first_FORMAT(x)` for it.
 *
 * It recognizes functions by their C symbols, which only superusers can assign, never by their
 * names, which any user can choose.
 */

#include "sortid_pg.h"

#include "access/htup_details.h"
#include "access/stratnum.h"
#include "catalog/namespace.h"
#include "catalog/pg_am_d.h"
#include "catalog/pg_collation_d.h"
#include "catalog/pg_language_d.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type_d.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/pathnodes.h"
#include "nodes/supportnodes.h"
#include "optimizer/optimizer.h"
#include "parser/parse_func.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

/* Returns a copy of the symbol of a function, if it is in this language: C or internal. */
static char *
symbol_of(Oid function, Oid language)
{
	HeapTuple	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	char	   *symbol = NULL;

	if (!HeapTupleIsValid(tuple))
		return NULL;
	if (((Form_pg_proc) GETSTRUCT(tuple))->prolang == language)
	{
		bool		is_null;
		Datum		source = SysCacheGetAttr(PROCOID, tuple, Anum_pg_proc_prosrc, &is_null);

		if (!is_null)
			symbol = TextDatumGetCString(source);
	}
	ReleaseSysCache(tuple);
	return symbol;
}

/* Returns the format in a function's symbol after a prefix, or 0 if the symbol differs. */
static uint32
format_of(Oid function, const char *prefix)
{
	char	   *symbol = symbol_of(function, ClanguageId);
	Size		length = strlen(prefix);
	uint32		format = 0;

	if (symbol == NULL || strncmp(symbol, prefix, length) != 0 ||
		sortid_format_named(symbol + length, SORTID_NTS, &format, NULL) != SORTID_OK)
		return 0;
	return format;
}

/* Returns the function of a format with this name prefix, in the schema of another function. */
static Oid
sibling(Oid function, const char *name, uint32 format, int count, const Oid *types)
{
	char	   *space = get_namespace_name(get_func_namespace(function));

	if (space == NULL)
		return InvalidOid;
	return LookupFuncName(list_make2(makeString(space), makeString(psprintf("%s%s", name, sortid_format_name(format)))), count, types, true);
}

/* Returns the operator of one of the server's comparison functions, with its arguments swapped
 * if commuted. */
static const char *
sign_of(Oid function, bool commuted)
{
	static const char *const SIGNS[][3] = {
		{"timestamp_lt", "<", ">"},
		{"timestamp_le", "<=", ">="},
		{"timestamp_eq", "=", "="},
		{"timestamp_ge", ">=", "<="},
		{"timestamp_gt", ">", "<"},
	};
	char	   *symbol = symbol_of(function, INTERNALlanguageId);

	for (int i = 0; symbol != NULL && i < (int) lengthof(SIGNS); i++)
		if (strcmp(symbol, SIGNS[i][0]) == 0)
			return SIGNS[i][commuted ? 2 : 1];
	return NULL;
}

/* Rewrites a comparison with an id's time to a call with the id as an argument. */
static Node *
simplified(SupportRequestSimplify *request)
{
	FuncExpr   *call = request->fcall;

	if (list_length(call->args) != 2)
		return NULL;
	for (int i = 0; i < 2; i++)
	{
		FuncExpr   *timed = (FuncExpr *) list_nth(call->args, i);
		Expr	   *other = (Expr *) list_nth(call->args, 1 - i);
		const char *sign = sign_of(call->funcid, i == 1);
		Oid			types[3] = {InvalidOid, TEXTOID, TIMESTAMPTZOID};
		uint32		format;
		Oid			function;

		if (!IsA(timed, FuncExpr) || list_length(timed->args) != 1 || sign == NULL)
			continue;
		format = format_of(timed->funcid, SORTID_PG_TIME_SYMBOL);
		types[0] = exprType(linitial(timed->args));
		function = format == 0 ? InvalidOid : sibling(call->funcid, "sortid_time_is_", format, 3, types);
		if (!OidIsValid(function))
			continue;
		if (exprType((Node *) other) != TIMESTAMPTZOID)
			other = (Expr *) applyRelabelType((Node *) other, TIMESTAMPTZOID, -1, InvalidOid, COERCE_IMPLICIT_CAST, -1, true);
		return (Node *) makeFuncExpr(function, BOOLOID,
									 list_make3(linitial(timed->args),
												makeConst(TEXTOID, -1, DEFAULT_COLLATION_OID, -1, CStringGetTextDatum(sign), false, false),
												other),
									 InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL);
	}
	return NULL;
}

/* Returns the comparison of an id with the bound of a time, or NULL if the operator family does
 * not sort like the ids. */
static Expr *
compared(PlannerInfo *root, Oid is, uint32 format, Oid family, StrategyNumber strategy, Node *id, Node *time, bool beyond)
{
	Oid			type = exprType(id);
	Oid			operator = get_opfamily_member(family, type, type, strategy);
	Oid			types[2] = {TIMESTAMPTZOID, BOOLOID};
	bool		is_first = strategy == BTGreaterEqualStrategyNumber;
	Oid			function = sibling(is, is_first ? "sortid_first_" : "sortid_last_", format, 2, types);
	Node	   *bound;

	if (!OidIsValid(operator) || !OidIsValid(function))
		return NULL;
	if (type == UUIDOID
		? get_opcode(operator) != (is_first ? F_UUID_GE : F_UUID_LE)
		: get_func_namespace(get_opcode(operator)) != get_func_namespace(is))
		return NULL;
	bound = (Node *) makeFuncExpr(function, type, list_make2(time, makeBoolConst(beyond, false)), InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL);
	return make_opclause(operator, BOOLOID, false, (Expr *) id, (Expr *) eval_const_expressions(root, bound), InvalidOid, InvalidOid);
}

/* Returns the operator in a call of `sortid_time_is_FORMAT`, or NULL if it is not a constant. */
static char *
sign_in(List *args)
{
	Const	   *sign = lsecond(args);

	return IsA(sign, Const) && !sign->constisnull ? TextDatumGetCString(sign->constvalue) : NULL;
}

/* Returns the conditions on the id that follow from a call of `sortid_time_is_FORMAT`, with the
 * operators of a family. */
static List *
conditions(PlannerInfo *root, Oid is, List *args, Oid family, uint32 *format)
{
	Node	   *id = linitial(args);
	Node	   *time = lthird(args);
	List	   *found = NIL;
	char	   *comparison = sign_in(args);

	*format = format_of(is, SORTID_PG_TIME_IS_SYMBOL);
	if (*format == 0 || comparison == NULL)
		return NIL;
	if (comparison[0] == '>' || comparison[0] == '=')
		found = lappend(found, compared(root, is, *format, family, BTGreaterEqualStrategyNumber, id, time, strcmp(comparison, ">") == 0));
	if ((comparison[0] == '<' || comparison[0] == '=') && sortid_pg_is_bounded_above(*format))
		found = lappend(found, compared(root, is, *format, family, BTLessEqualStrategyNumber, id, time, strcmp(comparison, "<") == 0));
	return list_member_ptr(found, NULL) ? NIL : found;
}

/* Whether this is an upper bound, and the query has a lower bound of the same id, whose recheck of
 * each row reports ids of other formats. */
static bool
is_upper_of_two(SupportRequestIndexCondition *request, FuncExpr *call)
{
	ListCell   *cell;

	if (sign_in(call->args)[0] != '<')
		return false;
	foreach(cell, request->index->indrestrictinfo)
	{
		FuncExpr   *other = (FuncExpr *) lfirst_node(RestrictInfo, cell)->clause;
		char	   *sign;

		if (!IsA(other, FuncExpr) || other->funcid != call->funcid || !equal(linitial(other->args), linitial(call->args)))
			continue;
		sign = sign_in(other->args);
		if (sign != NULL && sign[0] == '>')
			return true;
	}
	return false;
}

static Node *
index_conditions(SupportRequestIndexCondition *request)
{
	FuncExpr   *call = (FuncExpr *) request->node;
	Oid			method = request->index->relam;
	List	   *found;
	uint32		format;

	if (!IsA(call, FuncExpr) || list_length(call->args) != 3 || request->indexarg != 0 ||
		(method != BTREE_AM_OID && method != BRIN_AM_OID) ||
		!is_pseudo_constant_for_index(request->root, lthird(call->args), request->index))
		return NULL;
	found = conditions(request->root, call->funcid, call->args, request->opfamily, &format);
	/* A uuid of another format is an error, which an index must not hide: recheck each row once. */
	request->lossy = found == NIL || !sortid_pg_bounds_are_exact(format) ||
		(exprType(linitial(call->args)) == UUIDOID && !is_upper_of_two(request, call));
	return (Node *) found;
}

/* Estimates the selectivity from the statistics of the id. */
static Node *
selectivity(SupportRequestSelectivity *request)
{
	TypeCacheEntry *type;
	List	   *found;
	uint32		format;

	if (list_length(request->args) != 3 || request->is_join)
		return NULL;
	type = lookup_type_cache(exprType(linitial(request->args)), TYPECACHE_BTREE_OPFAMILY);
	if (!OidIsValid(type->btree_opf))
		return NULL;
	found = conditions(request->root, request->funcid, request->args, type->btree_opf, &format);
	if (found == NIL)
		return NULL;
	request->selectivity = clauselist_selectivity(request->root, found, request->varRelid, request->jointype, request->sjinfo);
	return (Node *) request;
}

PG_FUNCTION_INFO_V1(sortid_pg_support);

Datum
sortid_pg_support(PG_FUNCTION_ARGS)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);
	Node	   *answer = NULL;

	if (IsA(request, SupportRequestSimplify))
		answer = simplified((SupportRequestSimplify *) request);
	else if (IsA(request, SupportRequestIndexCondition))
		answer = index_conditions((SupportRequestIndexCondition *) request);
	else if (IsA(request, SupportRequestSelectivity))
		answer = selectivity((SupportRequestSelectivity *) request);
	PG_RETURN_POINTER(answer);
}
